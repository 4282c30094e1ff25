import test from 'ava';
import { po } from '../../../adapters/po/po.ts';
import { judgeMerge } from '../../../adapters/tasks/sound.ts';
import { czechOptions } from '../../helpers/format-options.ts';

type Texts = Record<string, string>;

function fileOf(texts: Texts | string | null): Uint8Array | null {
  if (texts === null || typeof texts === 'string') {
    return texts === null ? null : Buffer.from(texts);
  }
  const entries = Object.entries(texts).map(([id, text]) => `msgid "${id}"\nmsgstr "${text}"\n`);
  return Buffer.from(entries.join('\n'));
}

type Version = Parameters<typeof fileOf>[0];

function judge(versions: Record<'base' | 'ours' | 'upstream' | 'merged', Version>): boolean {
  const [base, ours] = [fileOf(versions.base), fileOf(versions.ours)];
  const [upstream, merged] = [fileOf(versions.upstream), fileOf(versions.merged)];
  const options = czechOptions(po);
  return judgeMerge({ format: 'po', base, ours, upstream, merged, options }).isSound;
}

const base = { one: '', two: 'dva', three: '' };
const ours = { ...base, one: 'jedna' };
const upstream = { ...base, three: 'tři' };
const both = { ...ours, three: 'tři' };

const cases: [string, boolean, Parameters<typeof judge>[0]][] = [
  ['each string says what the side says that changed it', true, { base, ours, upstream, merged: both }],
  ['the order of strings does not count', true, { base, ours, upstream, merged: reversed(both) }],
  [
    'both sides changed a string to the same',
    true,
    { base, ours, upstream: { ...upstream, one: 'jedna' }, merged: both },
  ],
  [
    'strings that one side adds or removes',
    true,
    { base, ours: { one: '', two: 'dva' }, upstream: { ...base, four: 'čtyři' }, merged: withFour() },
  ],
  [
    'a string has the text that we gave to another',
    false,
    { base, ours, upstream, merged: { ...base, two: 'jedna' } },
  ],
  ['a change of ours is gone', false, { base, ours, upstream, merged: upstream }],
  ['a change of upstream is gone', false, { base, ours, upstream, merged: ours }],
  ['a text that neither has', false, { base, ours, upstream, merged: { ...both, two: 'dvě' } }],
  ['a string is gone that both have', false, { base, ours, upstream, merged: { one: 'jedna' } }],
  ['the result cannot be read', false, { base, ours, upstream, merged: 'msgid "a' }],
  ['no result', false, { base, ours, upstream, merged: null }],
  [
    'a string stands twice that upstream has once',
    false,
    { base: null, ours, upstream, merged: 'msgid "a"\nmsgstr ""\n\nmsgid "a"\nmsgstr ""\n' },
  ],
  ['a side that cannot be read', true, { base: 'msgid "a', ours, upstream, merged: { one: '' } }],
  ['a side without the file', true, { base: null, ours, upstream, merged: { one: '' } }],
];

function reversed(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).reverse());
}

function withFour(): Texts {
  return { one: '', two: 'dva', four: 'čtyři' };
}

for (const [name, isSound, versions] of cases) {
  test(`a merge by lines is ${isSound ? 'sound' : 'not sound'}: ${name}`, (t) => {
    t.is(judge(versions), isSound);
  });
}
