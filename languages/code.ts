import { isScript } from './definitions.ts';

const codePattern = /^[A-Za-z0-9]+(?:[-_@][A-Za-z0-9]+)*$/;
const longestCode = 50;

/** Whether text can be the code of a language: parts of ASCII letters and digits with `-`, `_` or `@` between them. */
export function isLanguageCode(text: string): boolean {
  return text.length <= longestCode && codePattern.test(text);
}

/** Strips what file names wrap around a code: Android's `b+`, the ` (2)` of a copy, spaces, parentheses, outer dots. */
export function cleanCode(text: string): string {
  const code = text
    .replace(/^b\+/, '')
    .replace(/\(\d+\)/g, '')
    .replace(/[\s()]/g, '')
    .replace(/^\.+|\.+$/g, '');
  return code.length === 6 ? code.replace('-r', '_') : code;
}

/**
 * The code as we spell it: `cs_latn` → cs_Latn, `de-rAT` → de_AT, `en_CA_MyVariant` → en_CA@myvariant. After language and
 * script, the next part is taken for a region and the rest for a variant. A private part of BCP 47 (`-x-twain`) is kept.
 */
export function normaliseCode(code: string): string {
  const privatePart = /-x-.*$/i.exec(code)?.[0] ?? '';
  const [tag = '', modifier = ''] = code.slice(0, code.length - privatePart.length).split('@', 2);
  const [language = '', ...rest] = tag.split(/[-_+]/).filter((part) => part !== '');
  const parts = [language.toLowerCase()];
  const script = titleCase(rest[0] ?? '');
  if (isScript(script)) {
    parts.push(script);
    rest.shift();
  }
  const [region, ...variants] = rest;
  if (region !== undefined) {
    parts.push(region.replace(/^r(?=[A-Z]{2}$)/, '').toUpperCase());
  }
  const variant = [...variants, modifier].filter((part) => part !== '').join('_');
  return parts.join('_') + (variant && `@${variant.toLowerCase()}`) + privatePart;
}

function titleCase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
}
