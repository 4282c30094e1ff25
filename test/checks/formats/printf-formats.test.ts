import test from 'ava';
import { failed } from '../../helpers/checked.ts';

/** Check, flag, source, translation. */
type Row = readonly [id: string, source: string, target: string];

const differing: readonly Row[] = [
  ['c_format', '%s of %d', '%d z %s'],
  ['c_format', '%d files', 'soubory'],
  ['c_format', 'files', '%d souborů'],
  ['c_format', '%.1f', '%.2f'],
  ['c_format', '%s %s', '%1$s %2$s'],
  ['c_format', '%1$s', '%1$s %1$s'],
  ['c_format', '50 % of', '50'],
  ['c_format', '100%', '100'],
  ['perl_format', '%s of %d', '%d z %s'],
  ['perl_format', '%s', '%d'],
  ['perl_format', '%-5s', '%5s'],
  ['javascript_format', '%s of %d', '%d z %s'],
  ['javascript_format', '%s', 'nic'],
  ['javascript_format', '%2$s', '%1$s'],
  ['lua_format', '%s of %d', '%d z %s'],
  ['lua_format', '%q', '%s'],
  ['lua_format', '%s', '%s %s'],
  ['php_format', '%s', '%d'],
  ['php_format', '%1$s', '%2$s'],
  ['php_format', '%s %d', '%d %s'],
  ['python_format', '%(a)s', '%(b)s'],
  ['python_format', '%(a)s', '%(a)d'],
  ['python_format', '%(a)s', '%(a)'],
  ['python_format', '%s %d', '%d %s'],
  ['python_format', '%(a)s', '%s'],
  ['objc_format', '%@ %d', '%d %@'],
  ['objc_format', '%lld', '%llu'],
  ['objc_format', '%#@n@', '%#@m@'],
  ['objc_format', '%1$@', '%2$@'],
  ['object_pascal_format', '%s %d', '%d %s'],
  ['object_pascal_format', '%0:s', '%1:s'],
  ['object_pascal_format', '%*.*f', '%.*f'],
  ['object_pascal_format', '%-5s', '%5s'],
  ['scheme_format', '~a ~s', '~s ~a'],
  ['scheme_format', '~10,2f', '~10,3f'],
  ['scheme_format', '~a', '~:a'],
  ['scheme_format', '~0@*~a', '~1@*~a'],
  ['java_printf_format', '%d %s', '%s %d'],
  ['java_printf_format', '%tY', '%ty'],
  ['java_printf_format', '%,d', '%d'],
  ['java_printf_format', '%1$s', '%2$s'],
  ['ruby_format', '%s 100%%', '100%% %s'],
  ['ruby_format', '%<a>s', '%<a>d'],
  ['ruby_format', '%{a}', '%{b}'],
  ['ruby_format', '100%%', '100'],
  ['qt_format', '%1', '%L1'],
  ['qt_format', '%1 %2', '%1'],
  ['qt_format', '%1', '%1 %1'],
  ['qt_plural_format', '%n x', 'x'],
  ['qt_plural_format', '%n', '%Ln'],
  ['qt_plural_format', '%n', '%n %n'],
];

const equal: readonly Row[] = [
  ['c_format', '%1$s of %2$d', '%2$d z %1$s'],
  ['c_format', '%lld', '%llu'],
  ['c_format', "%'d", '%d'],
  ['c_format', '%s 100%%', '%s 100'],
  ['c_format', '%%', 'nic'],
  ['c_format', '50 % of', '50 % o'],
  ['c_format', '100%', '100 %'],
  ['c_format', 'no placeholder', 'nic'],
  ['c_format', '%d', ''],
  ['c_format', '%1$s %1$s %2$s', '%2$s %1$s %1$s'],
  ['perl_format', '%1$s %2$s', '%2$s %1$s'],
  ['perl_format', '%s %d', '%s %d'],
  ['perl_format', '%%s', 's'],
  ['javascript_format', '%1$s %2$s', '%2$s %1$s'],
  ['javascript_format', '%s', '%s'],
  ['javascript_format', '%%', ''],
  ['lua_format', '%1$s %2$s', '%2$s %1$s'],
  ['lua_format', '%s', '%s!'],
  ['lua_format', '%c%%', '%c'],
  ['php_format', '%1$s %2$s', '%2$s %1$s'],
  ['php_format', '%s', '%s'],
  ['php_format', '%%d', 'd'],
  ['python_format', '%(a)s %(b)s', '%(b)s %(a)s'],
  ['python_format', '%s %d', '%s %d'],
  ['python_format', '100%%', 'sto'],
  ['objc_format', '%#@n@ x', 'x %#@n@'],
  ['objc_format', '%1$@ %2$@', '%2$@ %1$@'],
  ['objc_format', '%lld', '%lld'],
  ['object_pascal_format', '%0:s %1:d', '%1:d %0:s'],
  ['object_pascal_format', '%S', '%S'],
  ['object_pascal_format', '%%', ''],
  ['scheme_format', '~0@*~a ~1@*~s', '~1@*~s ~0@*~a'],
  ['scheme_format', '~a~~', '~a'],
  ['scheme_format', "~10,'0d", '~10,0d'],
  ['java_printf_format', '50 % x', '50'],
  ['java_printf_format', '%1$tY %1$tm', '%1$tm %1$tY'],
  ['java_printf_format', '100%%', 'sto'],
  ['java_printf_format', '%5.1f', '%5.1f'],
  ['ruby_format', '%<a>s %{b}', '%{b} %<a>s'],
  ['ruby_format', '%1$s %2$s', '%2$s %1$s'],
  ['ruby_format', '100%', '100'],
  ['qt_format', '%1 %2', '%2 %1'],
  ['qt_format', '%L1', '%L1'],
  ['qt_format', '100%', '100'],
  ['qt_plural_format', '%n file', 'souborů: %n'],
  ['qt_plural_format', '%Ln', '%Ln'],
  ['qt_plural_format', '%1', '%2'],
];

for (const [id, source, target] of differing) {
  test(`${id} fires: "${source}" as "${target}"`, (t) => {
    const failing = failed({ source, target, flags: id.replaceAll('_', '-') });

    t.true(failing.includes(id));
  });
}

for (const [id, source, target] of equal) {
  test(`${id} passes: "${source}" as "${target}"`, (t) => {
    const failing = failed({ source, target, flags: id.replaceAll('_', '-') });

    t.false(failing.includes(id));
  });
}

test('a format is looked at under its own flag only', (t) => {
  const failing = failed({ source: '%s', target: 'nic' });

  t.false(failing.includes('c_format'));
});

test('a placeholder without end takes no time to speak of', (t) => {
  const hostile = [
    `%${'0'.repeat(200_000)}`,
    '%('.repeat(100_000),
    `~${'0,'.repeat(100_000)}`,
    '%.0'.repeat(50_000),
  ];

  const flags = 'java-printf-format, python-format, scheme-format, ruby-format, objc-format';
  const results = hostile.map((source) => failed({ source, target: source, flags }));

  t.true(results.flat().every((id) => !id.endsWith('format')));
});
