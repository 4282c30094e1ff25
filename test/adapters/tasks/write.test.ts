import test from 'ava';
import { type Edit, FormatError } from '../../../adapters/adapter.ts';
import { po, poMono } from '../../../adapters/po/po.ts';
import { createFile } from '../../../adapters/tasks/create.ts';
import { fileLanguages } from '../../../adapters/tasks/languages.ts';
import { verifyFile } from '../../../adapters/tasks/verify.ts';
import { type WriteRequest, writeFile } from '../../../adapters/tasks/write.ts';
import { czechOptions } from '../../helpers/format-options.ts';

const bilingual = 'msgid "a"\nmsgstr "1"\n';
const keys = 'msgid "key.one"\nmsgstr "1"\n';
const template = `${keys}\nmsgid "key.two"\nmsgstr "Two"\n`;

function write(text: string, edits: Edit[], changes: Partial<WriteRequest> = {}) {
  const request = { format: 'po', bytes: Buffer.from(text), edits, options: czechOptions(po) };
  const { bytes, missing } = writeFile({ ...request, ...changes });
  return { text: Buffer.from(bytes).toString(), missing };
}

function writeKeys(edits: Edit[], changes: Partial<WriteRequest> = {}) {
  const options = czechOptions(poMono, { template: Buffer.from(template) });
  return write(keys, edits, { format: 'po-mono', options, ...changes });
}

function set(context: string, source: string[], target: string): Edit {
  return { type: 'set', context, source, target: [target], state: 'translated' };
}

test('a bilingual string that is not in the file is reported, the others are written', (t) => {
  const lost = set('', ['gone'], 'x');

  const { text, missing } = write(bilingual, [lost, set('', ['a'], 'new')]);

  t.is(text, bilingual.replace('1', 'new'));
  t.deepEqual(missing, [lost]);
});

test('on demand it is inserted', (t) => {
  const { text, missing } = write(bilingual, [set('', ['b'], '2')], { insert: true });

  t.is(text, `${bilingual}\nmsgid "b"\nmsgstr "2"\n`);
  t.deepEqual(missing, []);
});

test('a key of the base file is inserted, any other one is reported', (t) => {
  const lost = set('key.three', [], 'x');

  const { text, missing } = writeKeys([set('key.two', [], 'Dva'), lost]);

  t.is(text, `${keys}\nmsgid "key.two"\nmsgstr "Dva"\n`);
  t.deepEqual(missing, [lost]);
});

test('leaving a key untranslated that the file lacks needs no writing', (t) => {
  t.deepEqual(writeKeys([set('key.two', [], '')]), { text: keys, missing: [] });
});

test('removing what is not there is done already', (t) => {
  const edit: Edit = { type: 'remove', context: '', source: ['b'] };

  t.deepEqual(write(bilingual, [edit]), { text: bilingual, missing: [] });
});

test('a new file is read before it is given away', (t) => {
  const { bytes } = createFile({ format: 'po', base: Buffer.from(bilingual), options: czechOptions(po) });
  const broken = Buffer.from('msgid "a');

  t.regex(Buffer.from(bytes).toString(), /\n\nmsgid "a"\nmsgstr ""\n$/);
  t.throws(() => createFile({ format: 'po', base: broken, options: czechOptions(po) }), {
    instanceOf: FormatError,
  });
});

test('a file that keeps its bytes passes, with the number of its strings', (t) => {
  const result = verifyFile({ format: 'po', bytes: Buffer.from(bilingual), options: czechOptions(po) });

  t.deepEqual(result, { strings: 1 });
});

test('formats with one language in a file know of none inside', (t) => {
  t.deepEqual(fileLanguages({ format: 'po', bytes: Buffer.from(bilingual) }), { languages: [] });
});
