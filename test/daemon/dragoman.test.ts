import test from 'ava';
import { findOldNode, runCommand } from '../helpers/command.ts';

const oldNode = findOldNode();

if (oldNode === null) {
  test.skip('no Node older than 24 on this machine: the hand-over cannot be tried', (t) => t.pass());
} else {
  test('an old Node hands over to the bundled one', async (t) => {
    const old = await runCommand(t, ['--help'], { node: oldNode });
    const own = await runCommand(t, ['--help']);

    t.deepEqual(old, own);
    t.is(old.code, 0);
  });

  test('arguments and the exit code go through the hand-over', async (t) => {
    const { code, stderr } = await runCommand(t, ['no such command'], { node: oldNode });

    t.is(code, 2);
    t.regex(stderr, /"no such command"/);
  });
}
