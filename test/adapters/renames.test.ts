import test from 'ava';
import { pairRenamed } from '../../adapters/renames.ts';

/** `context/text` of strings before and after, and how they are paired. */
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
  const [context = '', source = ''] = string.split('/');
  return { context, source: [source] };
}

function format({ context, source }: ReturnType<typeof parse>): string {
  return `${context}/${source.join()}`;
}
