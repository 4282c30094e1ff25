import test from 'ava';
import { mergeFlags } from '../../checks/flags.ts';
import { placeholders } from '../../checks/placeholders.ts';
import { failed } from '../helpers/checked.ts';

for (const [flags, source, target, fires] of [
  ['placeholders:$A$:$B$', '$A$ and $B$', '$A$', true],
  ['placeholders:$A$', 'a', '$A$', true],
  ['placeholders:$A$', '$A$', 'a', true],
  ['placeholders:$A$', '$A$', '$a$', true],
  ['placeholders:r"%\\w+%"', '%jméno% x', '%name% x', true],
  ['placeholders:r"("', 'a', 'a', true],
  ['placeholders:r"(?=a)"', 'a', 'a', true],
  ['placeholders:""', 'a', 'a', true],
  ['placeholders:$A$', '$A$ $A$', '$A$', false],
  ['placeholders:$A$', '$A$', '$A$ $A$', false],
  ['placeholders:$A$:$B$', '$A$ $B$', '$B$ $A$', false],
  ['placeholders:$A$, case-insensitive', '$A$', '$a$', false],
  ['placeholders:r"%[a-z]%", case-insensitive', '%a%', '%A%', false],
  ['placeholders:r"%\\w+%"', '%jméno% x', 'x %jméno%', false],
  ['placeholders:a.b', 'axb', 'a', false],
  ['placeholders:[x]:r"y+"', '[x]yy', 'yy[x]', false],
  ['placeholders:r"x*"', 'a', 'b', false],
] as const) {
  test(`${flags}: "${source}" as "${target}" ${fires ? 'fires' : 'passes'}`, (t) => {
    const failing = failed({ source, target, flags });

    t.is(failing.includes('placeholders'), fires);
  });
}

for (const [language, source, target, fires] of [
  ['cs', ['1', '%n'], ['jeden', '%n', '%n'], false],
  ['cs', ['1', '%n'], ['jeden', 'dva', '%n'], true],
  ['cs', ['1', '2'], ['jeden', '%n', '%n'], true],
  ['fr', ['%n', '%n'], ['un', '%n'], false],
  ['ja', ['1', '%n'], ['一'], true],
  ['ja', ['1', '%n'], ['%n'], false],
] as const) {
  test(`${source.join(' / ')} as ${target.join(' / ')} in ${language} ${fires ? 'fires' : 'passes'}`, (t) => {
    const failing = failed({ source, target, language, flags: 'placeholders:%n' });

    t.is(failing.includes('placeholders'), fires);
  });
}

test('declared placeholders are placeable', (t) => {
  const flags = mergeFlags('placeholders:$A$:r"\\{\\d\\}"');
  const subject = { flags } as Parameters<typeof placeholders.placeables>[1];

  const spans = placeholders.placeables('a $A$ {1}', subject);

  t.deepEqual(spans, [
    { start: 2, end: 5 },
    { start: 6, end: 9 },
  ]);
});

test('an expression that others would be stuck in is matched at once', (t) => {
  const source = `${'a'.repeat(50_000)}!`;

  const failing = failed({ source, target: source, flags: 'placeholders:r"(a+)+$"' });

  t.false(failing.includes('placeholders'));
});
