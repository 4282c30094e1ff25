import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import test from 'ava';

const script = fileURLToPath(new URL('../../.ci/count-tests.ts', import.meta.url));

function startCounting() {
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  return { child, closed };
}

async function count(tap: string) {
  const { child, closed } = startCounting();
  child.stdin.end(tap);
  const lines = (await text(child.stdout)).trimEnd().split('\n');
  await closed;
  return { lines, last: lines.at(-1), code: child.exitCode };
}

test('passed and failed tests are counted, and one failure is enough to fail', async (t) => {
  const { last, code } = await count(
    'TAP version 13\nok 1 - a\nnot ok 2 - b\n  ---\n  x: 1\n  ...\nok 3 - c\n1..3\n',
  );

  t.is(last, '2 passed, 1 failed');
  t.is(code, 1);
});

test('the report itself passes through', async (t) => {
  const { lines } = await count('ok 1 - a\n# ok 2 is no result\n1..1\n');

  t.deepEqual(lines, ['ok 1 - a', '# ok 2 is no result', '1..1', '1 passed, 0 failed']);
});

test('skipped tests count neither way', async (t) => {
  const { lines, code } = await count('ok 1 - a\nok 2 - b # SKIP\nnot ok 3 - c # TODO\n1..3\n');

  t.deepEqual(lines.slice(-2), ['2 skipped', '1 passed, 0 failed']);
  t.is(code, 0);
});

test('a report without any test is a failure', async (t) => {
  const { code } = await count('TAP version 13\n1..0\n');

  t.is(code, 1);
});

test('a report that was cut short is a failure, and what it has is counted', async (t) => {
  const { child, closed } = startCounting();
  child.stdin.write('TAP version 13\nok 1 - a\n');
  await once(child.stdout, 'data');

  child.kill('SIGTERM');
  child.stdin.end();
  const output = await text(child.stdout);
  await closed;

  t.regex(output, /the report is cut short\n1 passed, 0 failed\n$/);
  t.is(child.exitCode, 1);
});
