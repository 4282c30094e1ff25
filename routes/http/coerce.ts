import type { z } from 'zod';

const booleans = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['on', true],
  ['false', false],
  ['0', false],
  [0, false],
  ['off', false],
]);

/**
 * Brings input of JSON, form and multipart bodies (and of queries) to the types that `schema` asks for, so that all
 * of them mean the same: forms know only texts and repeated keys. What cannot be brought there stays as it came,
 * and validation says what is wrong with it.
 */
export function coerce(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nonoptional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return value === null || value === undefined ? value : coerce(def.innerType, value);
    case 'object':
      return coerceKeys(def.shape, parsedObject(value));
    case 'record':
      return parsedObject(value);
    case 'array':
      return coerceItems(def.element, value);
    case 'boolean':
      return booleans.get(typeof value === 'string' ? value.toLowerCase() : value) ?? value;
    case 'number':
      return decimal(value);
    case 'literal':
      return def.values.some((item) => typeof item === 'number') ? decimal(value) : value;
    case 'string':
      // A number where a text is meant is that number's digits, as in a form.
      return typeof value === 'number' ? String(value) : value;
    default:
      return value;
  }
}

function coerceKeys(shape: Record<string, z.core.$ZodType>, value: unknown): unknown {
  if (!isPlainObject(value)) {
    return value;
  }
  const result: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(shape)) {
    if (Object.hasOwn(value, key)) {
      result[key] = coerce(schema, value[key]);
    }
  }
  return result;
}

function coerceItems(element: z.core.$ZodType, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => coerce(element, item));
  }
  const isBareItem = value !== null && value !== undefined && !isPlainObject(value);
  return isBareItem ? [coerce(element, value)] : value;
}

/** What a text says in JSON; what is no such text stays as it is. */
export function parsedObject(value: unknown): unknown {
  if (typeof value !== 'string') {
    return value;
  }
  try {
    return JSON.parse(value);
  } catch {
    // Not JSON: validation reports the text as it is.
    return value;
  }
}

function decimal(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
