import test from 'ava';
import { openLog, plainLine } from '../../daemon/log.ts';

function recordingLog() {
  const lines: string[] = [];
  return { lines, log: openLog('info', { write: (line) => void lines.push(line) }) };
}

test('a line is JSON with time, level, message and fields', (t) => {
  const { lines, log } = recordingLog();

  log.warn({ component: 7 }, 'push rejected');

  const line = JSON.parse(lines[0]!);
  t.deepEqual(Object.keys(line), ['level', 'time', 'component', 'msg']);
  t.is(line.level, 'warn');
  t.is(line.msg, 'push rejected');
  t.regex(line.time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

const secrets: [where: string, fields: object][] = [
  ['a field named password', { password: 'hidden' }],
  ['a nested token', { user: { token: 'hidden' } }],
  ['a request header', { request: { headers: { authorization: 'Token hidden' } } }],
  ['credentials of a repository URL', { repo: 'https://me:hidden@git.example.org/a.git' }],
  ['a user name that is a token', { text: 'fatal: https://hidden@git.example.org/a.git not found' }],
  ['credentials of the database URL', { url: 'mysql://root:hidden@db/x' }],
  ['an API token in a text', { text: 'no user has wlu_hiddenhidden' }],
  ['a project token in a text', { text: 'no user has wlp_hidden-hidden_' }],
  ['a header in a text', { text: '> Authorization: Bearer hidden' }],
  ['a query parameter', { path: '/hooks/x/?access_token=hidden&a=1' }],
  ['the message of an error', { err: new Error('clone of https://a:hidden@h/ failed') }],
];
for (const [where, fields] of secrets) {
  test(`${where} does not reach the log`, (t) => {
    const { lines, log } = recordingLog();

    log.info(fields, 'something happened');

    t.notRegex(lines[0]!, /hidden/);
    t.is(JSON.parse(lines[0]!).msg, 'something happened');
  });
}

test('what is no secret stays readable', (t) => {
  const { lines, log } = recordingLog();

  log.info(
    { repo: 'https://git.example.org/a.git', mail: 'me@example.org', path: '/api/units/?page=2' },
    'x',
  );

  t.regex(lines[0]!, /https:\/\/git\.example\.org\/a\.git/);
  t.regex(lines[0]!, /me@example\.org/);
  t.regex(lines[0]!, /page=2/);
});

test('a person gets plain lines, with the stack of an error below', (t) => {
  const { lines, log } = recordingLog();

  log.error({ err: new Error('disk full'), path: '/a b', count: 3 }, 'write failed');

  const [first, ...stack] = plainLine(lines[0]!).split('\n');
  t.regex(first!, /^\d\d:\d\d:\d\d error write failed path="\/a b" count=3$/);
  t.regex(stack.join('\n'), /Error: disk full\n\s+at /);
});
