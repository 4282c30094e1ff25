import test from 'ava';
import { type Edit, FormatError } from '../../../adapters/adapter.ts';
import { applyVerified } from '../../../adapters/edit.ts';
import { poMono } from '../../../adapters/po/po.ts';
import { czechOptions } from '../../helpers/format-options.ts';
import { czechHeader, editPo, setText } from '../../helpers/po.ts';

const file = `${czechHeader}
msgid "a"
msgstr "1"

#. Note.
msgid "b"
msgstr "2"

#~ msgid "old"
#~ msgstr "3"
`;
const removeB: Edit = { type: 'remove', context: '', source: ['b'] };

test('a new string stands after the last one, before obsolete ones', (t) => {
  const added = 'msgid "c"\nmsgstr "3"\n';

  t.is(editPo(file, [setText('c', '3')]), file.replace('#~ msgid', `${added}\n#~ msgid`));
});

test('an inserted string brings notes, flags, context and plural', (t) => {
  const after = editPo(file, [
    {
      type: 'set',
      context: 'menu',
      source: ['one', 'many'],
      target: ['x'],
      state: 'fuzzy',
      note: 'For the menu.\n\nShort!',
      flags: 'max-length:9',
    },
  ]);

  t.true(
    after.includes(`
#. For the menu.
#.
#. Short!
#, fuzzy, max-length:9
msgctxt "menu"
msgid "one"
msgid_plural "many"
msgstr[0] "x"
msgstr[1] ""
msgstr[2] ""

#~`),
  );
});

test('a string that is obsolete can be added again', (t) => {
  t.true(editPo(file, [setText('old', 'new')]).includes('msgid "old"\nmsgstr "new"\n\n#~ msgid "old"'));
});

test('a removed string takes its comments and one blank line along', (t) => {
  const first: Edit = { type: 'remove', context: '', source: ['a'] };

  t.is(editPo(file, [removeB]), file.replace('#. Note.\nmsgid "b"\nmsgstr "2"\n\n', ''));
  t.is(editPo(file, [first]), file.replace('msgid "a"\nmsgstr "1"\n\n', ''));
  t.is(editPo(file, [first, removeB]), `${czechHeader}\n#~ msgid "old"\n#~ msgstr "3"\n`);
});

test('adding a string and removing it gives the same bytes', (t) => {
  for (const before of [
    file,
    file.slice(0, file.indexOf('\n#~')),
    czechHeader,
    file.replaceAll('\n', '\r\n'),
  ]) {
    const longer = editPo(before, [setText('c', '3')]);

    t.not(longer, before);
    t.is(editPo(longer, [{ type: 'remove', context: '', source: ['c'] }]), before);
  }
});

test('removing a string that is not there changes nothing', (t) => {
  t.is(editPo(file, [{ type: 'remove', context: 'x', source: ['b'] }]), file);
});

test('a string can be replaced by another one at the end of the file', (t) => {
  const before = `${czechHeader}\nmsgid "a"\nmsgstr "1"\n\nmsgid "b"\nmsgstr "2"\n`;

  t.is(editPo(before, [removeB, setText('c', '2')]), before.replace('"b"', '"c"'));
});

test('a string put before the first one does not get the mark of that one', (t) => {
  const options = czechOptions(poMono, {
    template: Buffer.from('msgid "a"\nmsgstr ""\n\nmsgid "b"\nmsgstr ""\n'),
  });
  const edits = ['b', 'a'].map((context): Edit => {
    return {
      type: 'set',
      context,
      source: [],
      target: ['x'],
      state: context === 'b' ? 'fuzzy' : 'translated',
    };
  });

  const after = applyVerified(poMono, Buffer.from('msgid "b"\nmsgstr "x"\n'), edits, options);

  t.is(Buffer.from(after).toString(), 'msgid "a"\nmsgstr "x"\n\n#, fuzzy\nmsgid "b"\nmsgstr "x"\n');
});

test('a file without strings gets its first ones before obsolete ones', (t) => {
  t.is(
    editPo('#~ msgid "x"\n#~ msgstr "y"\n', [setText('a', 'b')]),
    'msgid "a"\nmsgstr "b"\n\n#~ msgid "x"\n#~ msgstr "y"\n',
  );
  t.is(editPo('', [setText('a', 'b')]), 'msgid "a"\nmsgstr "b"\n');
});

test('a string without source text and context is refused: it would be the header', (t) => {
  t.throws(() => editPo(file, [setText('', 'b')]), { instanceOf: FormatError });
});

const template = `msgid ""
msgstr "Language: en\\n"

msgid "one"
msgstr "One"

msgid "two"
msgstr "Two"

msgctxt "key.three"
msgid ""
msgstr "Three"

msgid "four"
msgid_plural "fours"
msgstr[0] "Four"
msgstr[1] "Fours"

msgid "five"
msgstr "Five"
`;

function editKeys(text: string, keys: string[]): string {
  const options = czechOptions(poMono, { template: Buffer.from(template) });
  const edits = keys.map((context) => ({
    type: 'set' as const,
    context,
    source: [],
    target: [`cs ${context}`],
    state: 'translated' as const,
  }));
  return Buffer.from(applyVerified(poMono, Buffer.from(text), edits, options)).toString();
}

test('keys are added in the order of the base file, in the form they have there', (t) => {
  const before = `${czechHeader}\nmsgid "two"\nmsgstr "2"\n\nmsgid "five"\nmsgstr "5"\n\nmsgid "own"\nmsgstr "x"\n`;

  const after = editKeys(before, ['four', 'key.three', 'one', 'unknown']);

  t.is(
    after,
    `${czechHeader}
msgid "one"
msgstr "cs one"

msgid "two"
msgstr "2"

msgctxt "key.three"
msgid ""
msgstr "cs key.three"

msgid "four"
msgid_plural "fours"
msgstr[0] "cs four"
msgstr[1] ""
msgstr[2] ""

msgid "five"
msgstr "5"

msgid "own"
msgstr "x"

msgid "unknown"
msgstr "cs unknown"
`,
  );
});
