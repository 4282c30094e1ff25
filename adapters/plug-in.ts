import type { Adapter, ApplyOptions, Edit } from './adapter.ts';
import { applyVerified } from './edit.ts';

const sampleOptions: ApplyOptions = {
  language: 'cs',
  plural: {
    number: 3,
    formula: '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2',
    categories: ['one', 'few', 'other'],
  },
  sourcePlural: { number: 2, formula: 'n != 1', categories: ['one', 'other'] },
  params: {},
  template: null,
  header: {},
};

/** The type that each field of an adapter must have, and of which an adapter lacks one more often than not. */
const fieldTypes: Readonly<Record<string, string>> = {
  id: 'string',
  name: 'string',
  extension: 'string',
  contentType: 'string',
  codeStyle: 'string',
  sample: 'string',
  plurals: 'boolean',
  multivalue: 'boolean',
  add: 'boolean',
  remove: 'boolean',
  startsEmpty: 'boolean',
  parse: 'function',
  apply: 'function',
  create: 'function',
};

/** The values that a field may have. */
const fieldChoices: Readonly<Record<string, readonly unknown[]>> = {
  monolingual: [true, false, null],
  identity: ['context', 'context+source'],
  writes: ['edits', 'everything'],
  unit: ['file', 'folder'],
};

const fieldLists = ['autoload', 'stores', 'params'];

/**
 * Checks that an adapter from outside keeps the contract: all fields, and on its `sample` that no edit and edits to
 * the same values give the same bytes.
 * @throws {Error} naming the format and everything that is wrong.
 */
export function checkAdapter(adapter: Adapter): void {
  const wrong = wrongFields(adapter);
  const problems = wrong.length > 0 ? wrong : wrongRoundTrips(adapter);
  if (problems.length > 0) {
    throw new Error(`format "${adapter.id}": ${problems.join('; ')}`);
  }
}

function wrongFields(adapter: Adapter): string[] {
  const fields = new Map<string, unknown>(Object.entries(adapter));
  const problems: string[] = [];
  for (const [field, type] of Object.entries(fieldTypes)) {
    if (typeof fields.get(field) !== type) {
      problems.push(`"${field}" must be a ${type}`);
    }
  }
  for (const [field, choices] of Object.entries(fieldChoices)) {
    if (!choices.includes(fields.get(field))) {
      problems.push(`"${field}" must be one of ${choices.map(String).join(', ')}`);
    }
  }
  for (const field of fieldLists) {
    if (!Array.isArray(fields.get(field))) {
      problems.push(`"${field}" must be an array`);
    }
  }
  if (problems.length === 0 && !/^[a-z0-9][a-z0-9-]*$/.test(adapter.id)) {
    problems.push('"id" must be lower-case letters, digits and dashes');
  }
  return problems;
}

function wrongRoundTrips(adapter: Adapter): string[] {
  const bytes = Buffer.from(adapter.sample);
  const params = Object.fromEntries(adapter.params.map((param) => [param.name, param.default]));
  const template = adapter.writes === 'everything' ? bytes : null;
  const options = { ...sampleOptions, params, template };
  const { entries } = adapter.parse(bytes, options);
  const edits = entries.map(
    ({ context, source, target, state }): Edit => ({ type: 'set', context, source, target, state }),
  );
  const problems: string[] = [];
  if (entries.length === 0) {
    problems.push('its sample holds no strings');
  }
  if (adapter.writes === 'edits' && !bytes.equals(adapter.apply(bytes, [], options))) {
    problems.push('writing without edits changes the file');
  }
  if (!bytes.equals(adapter.apply(bytes, edits, options))) {
    problems.push('setting every string to its own value changes the file');
  }
  if (!bytes.equals(applyVerified(adapter, bytes, edits, options))) {
    problems.push('its sample does not keep its strings when written');
  }
  return problems;
}
