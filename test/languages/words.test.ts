import test from 'ava';
import { countChars, countWords } from '../../languages/words.ts';

const words: [source: string[], language: string, words: number][] = [
  [[''], 'en', 0],
  [['Hello, world!'], 'en', 2],
  [['  Hello \n\t world  '], 'en', 2],
  [['one-hyphenated word'], 'en', 2],
  [['Save ? '], 'en', 2],
  [['...'], 'en', 1],
  [['%d file', '%d files'], 'en', 4],
  [['<unused singular (hash=1)>', '%n files'], 'en', 2],
  [['a\u00a0b\u2003c\u3000d'], 'en', 4],
  [['a\u001cb\u001fc\u0085d'], 'en', 4],
  [['a\ufeffb'], 'en', 1],
  [['a\u200bb\u180ec'], 'en', 1],
  [['日本語'], 'en', 1],
  [['日本語'], 'ja', 3],
  [['日本語 text です。'], 'ja', 7],
  [['漢字abc漢字'], 'zh_Hans', 5],
  [['안녕 world'], 'ko', 3],
  [['全角ＡＢ、\u3000'], 'zh_Hant', 6],
  [['𠀀𪚥'], 'zh', 2],
  [['Hello world'], 'ja', 2],
  [['<unused singular 日本>', '日'], 'ja', 1],
  [['日本'], 'zhx', 1],
];

for (const [source, language, expected] of words) {
  test(`words of ${JSON.stringify(source)} in ${language}`, (t) => {
    t.is(countWords(source, language), expected);
  });
}

const characters: [source: string[], characters: number][] = [
  [[], 0],
  [[''], 0],
  [['Hello'], 5],
  [['naïve'], 5],
  [['𠀀🎉'], 2],
  [['👩‍👩‍👧'], 5],
  [['file', 'files'], 11],
  [['a', 'b', 'c'], 7],
  [['\ud800'], 1],
];

for (const [source, expected] of characters) {
  test(`characters of ${JSON.stringify(source)}`, (t) => {
    t.is(countChars(source), expected);
  });
}
