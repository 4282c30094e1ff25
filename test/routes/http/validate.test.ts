import test from 'ava';
import { z } from 'zod';
import { ApiError } from '../../../routes/http/errors.ts';
import { link, moment, optionalText, slug, text, webAddress } from '../../../routes/http/fields.ts';
import { validate } from '../../../routes/http/validate.ts';

const schema = z.object({
  name: text(5),
  slug: slug(5).optional(),
  web: webAddress(30).optional(),
  note: optionalText(5).nullable().optional(),
  enabled: z.boolean().optional(),
  age: z.int().min(0).max(9).optional(),
  style: z.enum(['merge', 'rebase']).optional(),
  priority: z.literal([60, 80]).optional(),
  ids: z.array(z.int()).optional(),
  params: z.record(z.string(), z.unknown()).optional(),
  plural: z.object({ formula: text(10) }).optional(),
  since: moment().optional(),
  parent: link().optional(),
});

const good: [string, Record<string, unknown>, Record<string, unknown>][] = [
  ['texts lose outer white space', { name: ' Web ' }, { name: 'Web' }],
  ['a number is its digits where a text is meant', { name: 12 }, { name: '12' }],
  ['true', { enabled: true }, { enabled: true }],
  ['"true"', { enabled: 'true' }, { enabled: true }],
  ['"False"', { enabled: 'False' }, { enabled: false }],
  ['"1"', { enabled: '1' }, { enabled: true }],
  ['0', { enabled: 0 }, { enabled: false }],
  ['"on"', { enabled: 'on' }, { enabled: true }],
  ['"off"', { enabled: 'off' }, { enabled: false }],
  ['integers as decimal texts', { age: '7' }, { age: 7 }],
  ['choices of numbers as texts', { priority: '80' }, { priority: 80 }],
  ['lists', { ids: [1, '2'] }, { ids: [1, 2] }],
  ['one bare item as a list', { ids: '3' }, { ids: [3] }],
  ['an empty list', { ids: [] }, { ids: [] }],
  ['objects', { params: { a: 1 } }, { params: { a: 1 } }],
  ['objects as JSON texts', { params: '{"a":1}' }, { params: { a: 1 } }],
  ['nested objects as JSON texts', { plural: '{"formula":"n"}' }, { plural: { formula: 'n' } }],
  ['null where it is allowed', { note: null }, { note: null }],
  ['an empty text where it is allowed', { note: '' }, { note: '' }],
  ['times with an offset', { since: '2024-06-02T09:00:00+02:00' }, { since: Date.UTC(2024, 5, 2, 7) }],
  ['times without an offset are UTC', { since: '2024-06-02T07:00:00' }, { since: Date.UTC(2024, 5, 2, 7) }],
  [
    'an offset whose plus a query turned into a space',
    { since: '2024-06-02T09:00:00 02:00' },
    { since: Date.UTC(2024, 5, 2, 7) },
  ],
  ['bare dates', { since: '2024-06-02' }, { since: Date.UTC(2024, 5, 2) }],
  ['unknown keys are dropped', { url: 'x', id: 5 }, {}],
];

for (const [title, input, expected] of good) {
  test(`accepts ${title}`, (t) => {
    const value = validate(schema, { name: 'Web', ...input });

    t.deepEqual(value, { name: 'Web', ...expected });
  });
}

const bad: [string, Record<string, unknown>, string, string, string][] = [
  ['a missing key', { name: undefined }, 'name', 'required', 'This field is required.'],
  ['null', { name: null }, 'name', 'null', 'This field may not be null.'],
  ['an empty text', { name: '' }, 'name', 'blank', 'This field may not be blank.'],
  ['white space alone', { name: '  ' }, 'name', 'blank', 'This field may not be blank.'],
  [
    'a long text',
    { name: 'Website' },
    'name',
    'max_length',
    'Ensure this field has no more than 5 characters.',
  ],
  ['a list for a text', { name: ['a'] }, 'name', 'invalid', 'Not a valid string.'],
  ['true for a text', { name: true }, 'name', 'invalid', 'Not a valid string.'],
  [
    'a slug with a space',
    { slug: 'a b' },
    'slug',
    'invalid',
    'Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.',
  ],
  [
    'a slug that is a hyphen',
    { slug: '-' },
    'slug',
    'invalid',
    'Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.',
  ],
  ['an empty slug', { slug: '' }, 'slug', 'blank', 'This field may not be blank.'],
  ['what is no address', { web: 'example' }, 'web', 'invalid', 'Enter a valid URL.'],
  ['an address of a script', { web: 'javascript:alert(1)' }, 'web', 'invalid', 'Enter a valid URL.'],
  ['what is no boolean', { enabled: 'maybe' }, 'enabled', 'invalid', 'Must be a valid boolean.'],
  ['a null boolean', { enabled: null }, 'enabled', 'null', 'This field may not be null.'],
  ['what is no number', { age: 'x' }, 'age', 'invalid', 'A valid integer is required.'],
  ['a fraction', { age: 1.5 }, 'age', 'invalid', 'A valid integer is required.'],
  ['a small number', { age: -1 }, 'age', 'min_value', 'Ensure this value is greater than or equal to 0.'],
  ['a big number', { age: 10 }, 'age', 'max_value', 'Ensure this value is less than or equal to 9.'],
  ['a wrong choice', { style: 'squash' }, 'style', 'invalid_choice', '"squash" is not a valid choice.'],
  [
    'a wrong choice of numbers',
    { priority: 70 },
    'priority',
    'invalid_choice',
    '"70" is not a valid choice.',
  ],
  [
    'an object for a list',
    { ids: {} },
    'ids',
    'not_a_list',
    'Expected a list of items but got type "object".',
  ],
  ['a wrong item', { ids: [1, 'x'] }, 'ids.1', 'invalid', 'A valid integer is required.'],
  ['what is no object', { params: 'x' }, 'params', 'invalid', 'Value must be valid JSON.'],
  ['a missing nested key', { plural: {} }, 'plural.formula', 'required', 'This field is required.'],
  [
    'what is no time',
    { since: 'yesterday' },
    'since',
    'invalid',
    'Datetime has wrong format. Use ISO 8601, such as 2024-06-02T07:00:00Z.',
  ],
  [
    'a date that is none',
    { since: '2024-13-01' },
    'since',
    'invalid',
    'Datetime has wrong format. Use ISO 8601, such as 2024-06-02T07:00:00Z.',
  ],
  [
    'a link that is no text',
    { parent: 5 },
    'parent',
    'incorrect_type',
    'Incorrect type. Expected URL string.',
  ],
];

for (const [title, input, attr, code, detail] of bad) {
  test(`refuses ${title}`, (t) => {
    const error = t.throws(() => validate(schema, { name: 'Web', ...input }), { instanceOf: ApiError });

    t.deepEqual(error.problems, [{ code, detail, attr }]);
  });
}

for (const [title, input] of [
  ['a list', []],
  ['a text', 'name'],
  ['a number', 5],
] as const) {
  test(`refuses ${title} where an object is expected`, (t) => {
    const error = t.throws(() => validate(schema, input), { instanceOf: ApiError });

    t.like(error.problems, [{ code: 'invalid', attr: 'non_field_errors' }]);
  });
}

test('keys that a PUT requires and a PATCH does not are read alike', (t) => {
  const put = schema.required({ age: true, ids: true });

  t.deepEqual(validate(put, { name: 'Web', age: '7', ids: '3' }), { name: 'Web', age: 7, ids: [3] });
});

test('all wrong keys are reported at once, each with its first problem', (t) => {
  const error = t.throws(() => validate(schema, { slug: '', age: 'x' }), { instanceOf: ApiError });

  t.deepEqual(
    error.problems.map(({ attr, code }) => [attr, code]),
    [
      ['name', 'required'],
      ['slug', 'blank'],
      ['age', 'invalid'],
    ],
  );
});
