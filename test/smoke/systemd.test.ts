import { execFile, execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { temporaryFolder } from '../helpers/folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');
const unitFile = join(root, 'systemd', 'dragoman.service');

function hasSystemd(): boolean {
  try {
    execFileSync('systemd-analyze', ['--version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return false;
    }
    throw error;
  }
}

if (!hasSystemd()) {
  test.skip('systemd-analyze is not installed: the unit cannot be checked', (t) => t.pass());
} else {
  test('systemd finds nothing wrong with the unit', async (t) => {
    // It looks for the program too, so the unit has to point to where that is here.
    const copy = join(await temporaryFolder(t), 'dragoman.service');
    await writeFile(copy, (await readFile(unitFile, 'utf8')).replaceAll('/opt/dragoman', root));

    const { stdout, stderr } = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', copy]);

    t.is(stdout + stderr, '');
  });

  test('the service is exposed less than 3.0', async (t) => {
    const args = ['security', '--offline=yes', '--no-pager', '--threshold=30', unitFile];

    const { stdout } = await promisify(execFile)('systemd-analyze', args);

    const exposure = Number(
      /Overall exposure level for dragoman\.service: (?<level>[\d.]+)/.exec(stdout)?.groups?.level,
    );
    t.true(exposure < 3, `exposure is ${exposure}`);
  });
}

test('every setting of the example file is one that the server knows', async (t) => {
  const { readConfig } = await import('../../daemon/config.ts');
  const text = await readFile(join(root, 'systemd', 'dragoman.env'), 'utf8');
  const lines = text.matchAll(/^#?(?<name>DRAGOMAN_[A-Z_]+)=(?<value>.*)$/gm);
  const env = Object.fromEntries(Array.from(lines, ({ groups }) => [groups!.name, groups!.value]));

  const config = readConfig(env);

  t.true(Object.keys(env).length >= 5);
  t.is(config.data, '/var/lib/dragoman');
});
