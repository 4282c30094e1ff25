import test from 'ava';
import { pairRenamed } from '../../adapters/renames.ts';

/** `context/text/translation` of strings before and after (`~`: to look at, `~text`: of that text), and how they are paired. */
const cases: [title: string, gone: string[], added: string[], pairs: string[]][] = [
  ['a string with another name', ['old/Hello'], ['new/Hello'], ['old/Hello>new/Hello']],
  ['a string with another text', ['name/Hello'], ['name/Hello you'], ['name/Hello>name/Hello you']],
  ['nothing in common', ['old/Hello'], ['new/Bye'], []],
  ['no context does not tell anything', ['/Hello'], ['/Bye'], []],
  ['a context for a text that had none', ['/File'], ['menu/File'], ['/File>menu/File']],
  ['a text that was there twice', ['a/OK', 'b/OK'], ['c/OK'], []],
  ['a text that is there twice now', ['a/OK'], ['b/OK', 'c/OK'], []],
  ['swapped names', ['a/A', 'b/B'], ['a/B', 'b/A'], ['b/B>a/B', 'a/A>b/A']],
  ['the text comes before the name', ['a/A', 'b/B'], ['a/B', 'b/C'], ['b/B>a/B']],
  ['an empty text', ['a/'], ['b/'], []],
  ['a former text', ['/Hello'], ['/Hello you/Ahoj~Hello'], ['/Hello>/Hello you']],
  ['a former text of two strings', ['/Hello'], ['/Hello you/Ahoj~Hello', '/Hello me/Ahoj~Hello'], []],
  ['a former text that is still there', ['/Bye'], ['/Hello you/Ahoj~Hello'], []],
  [
    'former texts among strings of one context',
    ['menu/File', 'menu/Edit'],
    ['menu/Files/Soubor~File', 'menu/New'],
    ['menu/File>menu/Files'],
  ],
  [
    'a former text of another context',
    ['menu/File/S', 'tool/File/T'],
    ['tool/Files/T~File'],
    ['tool/File>tool/Files'],
  ],
  ['a former text comes before the context', ['a/A', 'a/B'], ['a/C/~A'], ['a/A>a/C']],
  ['a translation to look at', ['/Hello/Ahoj'], ['/Hello you/Ahoj~'], ['/Hello>/Hello you']],
  ['a translation that nobody must look at', ['/Hello/Ahoj'], ['/Hi/Ahoj'], []],
  ['a translation of two strings', ['/Hello/Ahoj', '/Hi/Ahoj'], ['/Hello you/Ahoj~'], []],
  ['no translation to look at', ['/Hello'], ['/Hello you/~'], []],
];

for (const [title, gone, added, expected] of cases) {
  test(`pairs: ${title}`, (t) => {
    const pairs = pairRenamed(gone.map(parse), added.map(parse));

    t.deepEqual(
      pairs.map((pair) => `${format(pair.gone)}>${format(pair.added)}`),
      expected,
    );
  });
}

function parse(string: string) {
  const [context = '', source = '', translation = ''] = string.split('/');
  const [target = '', previous] = translation.split('~');
  return {
    context,
    source: [source],
    target: [target],
    previousSource: previous ? [previous] : [],
    isFuzzy: previous !== undefined,
  };
}

function format({ context, source }: { context: string; source: string[] }): string {
  return `${context}/${source.join()}`;
}
