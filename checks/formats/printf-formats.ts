import { formatCheck } from './format-check.ts';
import { type PercentGrammar, percentFormat } from './percent-format.ts';

/** `%1$s`, and the lengths in an order in which `%lld` ends after its second `l`. */
const c: PercentGrammar = {
  lead: '%',
  selector: '(?:\\d+\\$)?',
  mark: /\$/,
  flags: "[ +#'-]*",
  lengths: 'hh|h|l|ll',
  conversion: '[A-Za-z%]',
  bare: true,
};

const cSyntax = percentFormat(c);

export const cFormat = formatCheck({ id: 'c_format', name: 'C format' }, cSyntax);

export const perlFormat = formatCheck({ id: 'perl_format', name: 'Perl format' }, cSyntax);

export const javascriptFormat = formatCheck({ id: 'javascript_format', name: 'JavaScript format' }, cSyntax);

export const luaFormat = formatCheck({ id: 'lua_format', name: 'Lua format' }, cSyntax);

export const phpFormat = formatCheck(
  { id: 'php_format', name: 'PHP format' },
  percentFormat({ ...c, flags: '[ +#-]*' }),
);

export const pythonFormat = formatCheck(
  { id: 'python_format', name: 'Python format' },
  percentFormat({ ...c, selector: '(?:\\([^()]*\\))?', mark: /\(/, flags: '[ +#-]*' }),
);

/** `%#@name@` refers to a rule of a plural dictionary. */
export const objcFormat = formatCheck(
  { id: 'objc_format', name: 'Objective-C format' },
  percentFormat({
    ...c,
    mark: /\$|^#@.*@$/,
    lengths: 'hh|ll|[hlztjqL]',
    conversion: '[A-Za-z@%]',
    instead: '#@[\\w.-]+@',
  }),
);

/** Also `%te` and the like, for parts of dates. Zero is a flag, so a width starts with another digit. */
export const javaPrintfFormat = formatCheck(
  { id: 'java_printf_format', name: 'Java format' },
  percentFormat({
    lead: '%',
    selector: '(?!\\s)(?:\\d+\\$)?',
    mark: /\$/,
    flags: '[-.#+0,(]*',
    width: '(?:[1-9]\\d*)?',
    conversion: '[tT][A-Za-z]|[A-Za-z%]',
    bare: false,
  }),
);

/** `%<name>s` is formatted, `%{name}` is not. */
export const rubyFormat = formatCheck(
  { id: 'ruby_format', name: 'Ruby format' },
  percentFormat({
    lead: '%',
    selector: '(?:\\d+\\$)?',
    mark: /[$<{]/,
    flags: '[ +#*-]*',
    conversion: '<\\w+>[A-Za-z]|\\{\\w+\\}|[A-Za-z%]',
    bare: false,
    keepsEscape: true,
  }),
);

/** `%0:s`; width and precision may be arguments too. */
export const objectPascalFormat = formatCheck(
  { id: 'object_pascal_format', name: 'Object Pascal format' },
  percentFormat({
    lead: '%',
    selector: '(?:(?:\\d+|\\*):)?',
    mark: /:/,
    flags: '-?',
    width: '(?:\\d+|\\*)?',
    precision: '(?:\\.(?:\\d+|\\*))?',
    conversion: '[defgmnpsuxDEFGMNPSUX%]',
    bare: true,
  }),
);

const parameter = "(?:[+-]?\\d+|'.|[vV#])?";

/** `~a`, `~1@*~a`, `~10,2f`: parameters take the place of flags, width and precision. */
export const schemeFormat = formatCheck(
  { id: 'scheme_format', name: 'Scheme format' },
  percentFormat({
    lead: '~',
    selector: '(?:\\d+@\\*~)?',
    mark: /@\*/,
    flags: `${parameter}(?:,${parameter})*`,
    width: ':?',
    precision: '@?',
    conversion: '[A-Za-z%$?&_/|!\\[\\]()~]',
    bare: true,
  }),
);
