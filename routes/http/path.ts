/**
 * Path templates name their parameters, and the name says what a parameter is: `id` and `…_id` are integers, `uuid` is
 * a UUID, `component` a component inside its project (`web`, or `tools/web` inside a category); the rest are texts.
 */
export type PathParams<Path extends string> = {
  [Name in NamesIn<Path>]: Name extends 'id' | `${string}_id` ? number : string;
};

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

const uuidPattern = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Typed parameters from the decoded texts of a path; null when one is of the wrong kind, so nothing is there. */
export function readPathParams(raw: Readonly<Record<string, string>>): Record<string, unknown> | null {
  const params: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(raw)) {
    const value = readParam(name, text);
    if (value === null) {
      return null;
    }
    params[name] = value;
  }
  return params;
}

function readParam(name: string, text: string): string | number | null {
  if (name === 'id' || name.endsWith('_id')) {
    return /^\d{1,15}$/.test(text) ? Number(text) : null;
  }
  if (name === 'uuid') {
    return uuidPattern.test(text) ? text.toLowerCase() : null;
  }
  if (name === 'component') {
    // The router undid one escape; `%252F` leaves a second one.
    return text.replaceAll(/%2f/gi, '/');
  }
  return text;
}

/** The resource that a path of the API belongs to: its second segment, '' for the root. */
export function resourceOf(path: string): string {
  return path.split('/', 3)[2] ?? '';
}
