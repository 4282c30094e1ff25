import { formatCheck } from './format-check.ts';
import { type Format, matches } from './placeholder.ts';

const field = '(?:\\d+|[A-Za-z_]\\w*)(?:\\.[A-Za-z_]\\w*|\\[[^\\][{}]+\\])*';
const conversion = '(?:![rsa])?';
const specification = '(?::(?:[^{}]?[<>=^])?[-+ ]?#?0?\\d*[,_]?(?:\\.\\d+)?[bcdeEfFgGnosxX%]?)?';

/** `{{`, `}}`, a replacement field, or a brace that belongs to neither. */
const pattern = new RegExp(`\\{\\{|\\}\\}|\\{((?:${field})?${conversion}${specification})\\}|[{}]`, 'g');

const pythonBrace: Format = {
  leads: ['{'],
  find: (text) =>
    Array.from(matches(text, pattern))
      .filter(({ 0: whole }) => whole.length > 1)
      .map(({ index, 0: whole, 1: key }) => ({
        start: index,
        end: index + whole.length,
        key: key ?? whole,
        // Without a name the fields take the arguments one after the other.
        isUnnamed: key !== undefined && /^(?:[!:]|$)/.test(key),
        isEscape: key === undefined,
      })),
};

/** Fields of `str.format`. A lone brace makes Python raise an error, so it is one in any form. */
export const pythonBraceFormat = formatCheck(
  { id: 'python_brace_format', name: 'Python brace format', isBroken: hasLoneBrace },
  pythonBrace,
);

function hasLoneBrace(text: string): boolean {
  if (!text.includes('{') && !text.includes('}')) {
    return false;
  }
  return matches(text, pattern).some(({ 0: whole }) => whole === '{' || whole === '}');
}
