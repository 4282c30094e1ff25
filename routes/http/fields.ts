import { z } from 'zod';

/*
 * The kinds of values that requests carry. Every length is in characters; texts of fields lose white space at both
 * ends. Codes and texts of what is wrong with a value come from validate.ts.
 */

/** A text that must say something. */
export function text(maximum: number) {
  return z.string().trim().min(1).max(maximum).check(noNull);
}

/** A text that may be empty. */
export function optionalText(maximum = 100_000) {
  return z.string().trim().max(maximum).check(noNull);
}

/** What stands for an object in paths: letters, digits, `-` and `_`; a lone `-` has a meaning of its own there. */
export function slug(maximum: number) {
  return text(maximum).regex(/^(?!-$)[-a-zA-Z0-9_]+$/, {
    message: 'Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.',
  });
}

/** An http(s) address. */
export function webAddress(maximum: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maximum)
    .refine(isWebAddress, { message: 'Enter a valid URL.' })
    .meta({ format: 'uri' });
}

/** As `webAddress`, or empty. */
export function optionalWebAddress(maximum: number) {
  return z
    .string()
    .trim()
    .max(maximum)
    .refine((value) => value === '' || isWebAddress(value), { message: 'Enter a valid URL.' })
    .meta({ format: 'uri' });
}

/** The URL of another object of this server: absolute or its path, with or without the final slash. */
export function link() {
  return z
    .unknown()
    .refine((value) => value === undefined || typeof value === 'string', {
      message: 'Incorrect type. Expected URL string.',
      params: { code: 'incorrect_type' },
    })
    .transform((value) => value as string)
    .meta({ type: 'string', format: 'uri' });
}

/** As `link`, and not to be left out. */
export function requiredLink() {
  return z
    .unknown()
    .check((payload) => {
      const { value } = payload;
      if (typeof value !== 'string') {
        payload.issues.push({ code: 'custom', input: value, ...linkProblem(value) });
      }
    })
    .transform((value) => value as string)
    .meta({ type: 'string', format: 'uri' });
}

function linkProblem(value: unknown) {
  if (value === undefined) {
    return { message: 'This field is required.', params: { code: 'required' } };
  }
  return value === null
    ? { message: 'This field may not be null.', params: { code: 'null' } }
    : { message: 'Incorrect type. Expected URL string.', params: { code: 'incorrect_type' } };
}

/** Ids of other objects. What is wrong with one of them is wrong with the list. */
export function ids() {
  return z
    .array(z.unknown())
    .refine((values) => values.every(isId), {
      message: 'Incorrect type. Expected pk values.',
      params: { code: 'incorrect_type' },
    })
    .transform((values) => values.map(Number))
    .meta({ type: 'array', items: { type: 'integer' } });
}

function isId(value: unknown): boolean {
  return Number.isSafeInteger(value) || (typeof value === 'string' && /^\d{1,15}$/.test(value));
}

/** A moment, in milliseconds since 1970; a time without an offset is UTC, a bare date its first instant. */
export function moment() {
  return z
    .string()
    .trim()
    .refine((value) => readMoment(value) !== null, {
      message: 'Datetime has wrong format. Use ISO 8601, such as 2024-06-02T07:00:00Z.',
    })
    .transform((value) => readMoment(value) ?? 0)
    .meta({ type: 'string', format: 'date-time' });
}

const momentPattern =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?<offset>Z|[+-]\d{2}:?\d{2})?)?$/i;

function readMoment(value: string): number | null {
  // In a query string an unescaped plus of an offset arrives as a space.
  const groups = momentPattern.exec(value.replace(/ (\d{2}:?\d{2})$/, '+$1'))?.groups;
  if (!groups?.date) {
    return null;
  }
  const offset = (groups.offset ?? 'Z').toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const time = Date.parse(`${groups.date}T${groups.time ?? '00:00'}${offset}`);
  return Number.isNaN(time) ? null : time;
}

function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/[^\s]+$/i.test(value) || !URL.canParse(value)) {
    return false;
  }
  const { hostname } = new URL(value);
  return hostname === 'localhost' || hostname.includes('.') || hostname.startsWith('[');
}

/** NUL cannot be stored by every database engine. */
function noNull(payload: z.core.ParsePayload<string>): void {
  if (payload.value.includes('\u0000')) {
    payload.issues.push({
      code: 'custom',
      input: payload.value,
      message: 'Null characters are not allowed.',
      params: { code: 'null_characters_not_allowed' },
    });
  }
}
