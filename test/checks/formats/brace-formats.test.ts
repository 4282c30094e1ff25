import test from 'ava';
import { failed } from '../../helpers/checked.ts';

/** Check, source, translation. */
type Row = readonly [id: string, source: string, target: string];

const es = (text: string) => text.replaceAll('<', '$' + '{').replaceAll('>', '}');

const differing: readonly Row[] = [
  ['python_brace_format', '{a}', '{b}'],
  ['python_brace_format', '{a}', '{a} {'],
  ['python_brace_format', '{a}', '{a} }'],
  ['python_brace_format', '{} and {name}', '{name} a {}'],
  ['python_brace_format', '{a!r}', '{a}'],
  ['python_brace_format', '{a:>10}', '{a:<10}'],
  ['python_brace_format', '{{{a}}}', '{{a}}'],
  ['python_brace_format', 'a {', 'b {'],
  ['perl_brace_format', '{a}', '{b}'],
  ['perl_brace_format', '{a}', 'a'],
  ['perl_brace_format', '{a}', '{a} {a}'],
  ['c_sharp_format', '{0} {1}', '{1}'],
  ['c_sharp_format', '{0:N2}', '{1:N2}'],
  ['c_sharp_format', '{0}', '{0} {0}'],
  ['java_format', '{0} {1}', '{0}'],
  ['java_format', '{0}', "{0} l'a"],
  ['java_format', "it''s", "l'a"],
  ['java_format', '{0}', '{0} {1,number}'],
  ['laravel_format', ':name x', ':Name x'],
  ['laravel_format', ':name', 'jméno'],
  ['laravel_format', ':a', ':a :a'],
  ['i18next_interpolation', '{{a}}', '{{b}}'],
  ['i18next_interpolation', '$t(a)', '$t(b)'],
  ['i18next_interpolation', '{{a}}', 'a'],
  ['es_format', es('<a>'), es('<b>')],
  ['es_format', es('<a>'), 'a'],
  ['es_format', es('<a> <b>'), es('<a> <a>')],
  ['percent_placeholders', '%a% b', 'b'],
  ['percent_placeholders', '%a%', '%b%'],
  ['percent_placeholders', '%a%', '%a% %a%'],
  ['vue_format', '{a}', '{ a }'],
  ['vue_format', '@:a.b', '@:a.c'],
  ['vue_format', '@.lower:a', '@.upper:a'],
  ['vue_format', '@:(a.b)', '@:a.b'],
  ['vue_format', '{a}', '%{a}'],
  ['automattic_components_format', '{{b}}x{{/b}}', '{{b}}x{{/ b}}'],
  ['automattic_components_format', '{{b/}}', '{{c/}}'],
  ['automattic_components_format', '{{b}}x{{/b}}', 'x'],
  ['angularjs_format', '{{a}}', '{{b}}'],
  ['angularjs_format', '{{a}}', 'a'],
  ['angularjs_format', '{{a | date}}', '{{a | time}}'],
];

const equal: readonly Row[] = [
  ['python_brace_format', '{a} {b}', '{b} {a}'],
  ['python_brace_format', '{{x}} {a}', '{a}'],
  ['python_brace_format', '{} {}', '{} {}'],
  ['python_brace_format', '{0.name[key]!s:>10.2f}', 'x {0.name[key]!s:>10.2f}'],
  ['python_brace_format', '{:d}', '{:d}'],
  ['python_brace_format', '{{', '}}'],
  ['perl_brace_format', '{a} {b}', '{b} {a}'],
  ['perl_brace_format', '{a}', '{a} { b }'],
  ['perl_brace_format', 'a', 'b'],
  ['c_sharp_format', '{0:N2}', '{0}'],
  ['c_sharp_format', '{0} {1}', '{1} {0}'],
  ['c_sharp_format', '{0:yyyy-MM-dd}', 'nic'],
  ['c_sharp_format', '{0,10}', '{0,-5:X}'],
  ['java_format', '{0,number} it', "{0} l''a"],
  ['java_format', '{0} {1}', '{1} {0}'],
  ['java_format', '{0,date,short}', '{0}'],
  ['java_format', '{ 0 }', 'nic'],
  ['laravel_format', ':a :b', ':b :a'],
  ['laravel_format', '10:30', '10.30'],
  ['laravel_format', ':name', 'x :name'],
  ['i18next_interpolation', '{{ a }}', '{{a}}'],
  ['i18next_interpolation', '{{a}} $t(b)', '$t(b) {{a}}'],
  ['i18next_interpolation', '{{a', 'a'],
  ['es_format', es('< a >'), es('<a>')],
  ['es_format', es('<a> <b>'), es('<b> <a>')],
  ['es_format', '$a', 'a'],
  ['percent_placeholders', '%a% %b%', '%b% %a%'],
  ['percent_placeholders', '100% a', '100 % b'],
  ['percent_placeholders', '%%', ''],
  ['vue_format', '{a} %{b}', '%{b} {a}'],
  ['vue_format', 'a @:b.c', '@:b.c a'],
  ['vue_format', 'me@example.org', 'já'],
  ['automattic_components_format', '{{b}}x{{/b}}', 'x{{b}}{{/b}}'],
  ['automattic_components_format', '{{ b }}', 'x {{ b }}'],
  ['automattic_components_format', '{{}}', ''],
  ['angularjs_format', '{{ a }}', '{{a}}'],
  ['angularjs_format', '{{a}} {{b}}', '{{b}} {{a}}'],
  ['angularjs_format', '{a}', '{b}'],
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

test('openings that nothing closes take no time to speak of', (t) => {
  const hostile = ['{{', '{', '$' + '{', '$t(', '{{ ', '{0,a,', '%a', '@:(', '{a.a[', '{{b '];

  const ids =
    'python-brace-format, java-format, vue-format, i18next-interpolation, es-format, angularjs-format';
  const flags = `${ids}, automattic-components-format, percent-placeholders, c-sharp-format`;
  const results = hostile.map((piece) => {
    const text = piece.repeat(50_000);
    return failed({ source: text, target: text, flags });
  });

  t.is(results.length, hostile.length);
});

test('C# placeholders are known by both names of their flag', (t) => {
  const failing = failed({ source: '{0}', target: 'nic', flags: 'csharp-format' });

  t.true(failing.includes('c_sharp_format'));
});

test('apostrophes are free in messages of GWT', (t) => {
  const text = { source: '{0}', target: "{0} l'a", flags: 'java-format' };

  t.true(failed({ ...text, fileFormat: 'properties' }).includes('java_format'));
  t.false(failed({ ...text, fileFormat: 'gwt' }).includes('java_format'));
});

for (const [source, isMessage] of [
  ['{0}', true],
  ['{ 0 }', true],
  ['{0,number}', true],
  ['{ 0 , date , short }', true],
  ['{name}', false],
  ['0', false],
] as const) {
  test(`auto-java-messageformat takes "${source}" ${isMessage ? 'as a message' : 'as plain text'}`, (t) => {
    const text = { source, target: "l'a", flags: 'auto-java-messageformat' };

    t.is(failed(text).includes('java_format'), isMessage);
    t.false(failed({ ...text, flags: `${text.flags}, ignore-java-format` }).includes('java_format'));
  });
}
