/** Keys and array indexes from the root to a value. */
export type JsonPath = readonly (string | number)[];

/**
 * A path as one text: keys joined by dots, indexes in brackets (`menu.items[0].label`). Inside a key, a backslash
 * stands before a dot, before a backslash and before a bracket that would read as an index, so that no two paths
 * give the same text: `{"a.b": …}` is `a\.b`, `{"a": {"b": …}}` is `a.b`.
 */
export function formatPath(path: JsonPath): string {
  let text = '';
  for (const [position, part] of path.entries()) {
    if (typeof part === 'number') {
      text += `[${part}]`;
    } else {
      text += (position === 0 ? '' : '.') + part.replace(/[\\.]|\[(?=(?:0|[1-9]\d*)\])/g, '\\$&');
    }
  }
  return text;
}

/**
 * The path that `text` stands for. Only in a file whose root is an array can it start with an index; in others
 * `[0]` is the first item under an empty key.
 */
export function parsePath(text: string, rootIsArray: boolean): (string | number)[] {
  const path: (string | number)[] = [];
  let key: string | null = rootIsArray && /^\[\d/.test(text) ? null : '';
  for (const [token, escaped, index] of text.matchAll(/\\([\s\S])|\[(0|[1-9]\d*)\](?=$|[.[])|[\s\S]/g)) {
    if (index !== undefined) {
      path.push(...(key === null ? [] : [key]), Number(index));
      key = null;
    } else if (token === '.') {
      path.push(...(key === null ? [] : [key]));
      key = '';
    } else {
      key = (key ?? '') + (escaped ?? token);
    }
  }
  return key === null ? path : [...path, key];
}
