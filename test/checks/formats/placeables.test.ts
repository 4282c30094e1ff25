import test from 'ava';
import { checkById } from '../../../checks/registry.ts';
import { subjectOf } from '../../../checks/subject.ts';
import { checked } from '../../helpers/checked.ts';

for (const [id, text, expected] of [
  ['c_format', 'a %s, %1$d and 100%% of %', ['%s', '%1$d', '%%', '%']],
  ['python_format', '%(a)s %%', ['%(a)s', '%%']],
  ['objc_format', '%#@n@ %@ %lld', ['%#@n@', '%@', '%lld']],
  ['java_printf_format', '%tY 50 % x %%', ['%tY', '%%']],
  ['ruby_format', '%<a>s %{b} %%', ['%<a>s', '%{b}', '%%']],
  ['object_pascal_format', '%0:s %-5.2f %%', ['%0:s', '%-5.2f', '%%']],
  ['scheme_format', "~a ~0@*~s ~10,'0d ~~ ~%", ['~a', '~0@*~s', "~10,'0d", '~~', '~%']],
  ['qt_format', '%1 %L2 %n', ['%1', '%L2']],
  ['qt_plural_format', '%1 %n %Ln', ['%n', '%Ln']],
  ['python_brace_format', '{{x}} {a.b[c]!r:>10} { {}', ['{{', '}}', '{a.b[c]!r:>10}', '{}']],
  ['perl_brace_format', '{a} { b }', ['{a}']],
  ['c_sharp_format', '{0} {1,-5:N2} {x}', ['{0}', '{1,-5:N2}']],
  ['java_format', '{0} {1,date,short} {x}', ['{0}', '{1,date,short}']],
  ['laravel_format', 'a :name: b', [':name']],
  ['i18next_interpolation', '{{ a }} $t(b, c) {d}', ['{{ a }}', '$t(b, c)']],
  ['es_format', `$${'{a.b}'} {c}`, [`$${'{a.b}'}`]],
  ['percent_placeholders', '%a% 5% %', ['%a%']],
  ['vue_format', '%{a} {b} {} @:c.d @.lower:(e)', ['%{a}', '{b}', '@:c.d', '@.lower:(e)']],
  ['automattic_components_format', '{{ b }}x{{/b}} {{c/}} {{}}', ['{{ b }}', '{{/b}}', '{{c/}}']],
  ['angularjs_format', '{{a | b}} {c} {{', ['{{a | b}}']],
] as const) {
  test(`${id} protects what it knows in "${text}"`, (t) => {
    const { unit, around } = checked({ source: text });

    const spans = [...(checkById(id)?.placeables?.(text, subjectOf(unit, around)) ?? [])];

    t.deepEqual(
      spans.map(({ start, end }) => text.slice(start, end)),
      [...expected],
    );
  });
}
