import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { temporaryFolder } from '../helpers/folder.ts';

const script = fileURLToPath(new URL('../../.ci/import-order.ts', import.meta.url));

/** Runs the check on a project that consists of `files`. */
async function check(t: ExecutionContext, files: Record<string, string>) {
  const folder = await temporaryFolder(t);
  const copy = join(folder, '.ci', 'import-order.ts');
  await mkdir(dirname(copy));
  await cp(script, copy);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [copy]);
    return { code: 0, stdout };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { code, stdout };
  }
}

test('imports down the house and inside a room are fine', async (t) => {
  const { code, stdout } = await check(t, {
    'daemon/app.ts': "import { a } from '../routes/http/a.ts';",
    'routes/http/a.ts': "import { b } from '../../models/b.ts';\nimport Koa from 'koa';",
    'models/b.ts': "import { c } from './c.ts';",
    'adapters/tasks/read.ts': "import { words } from '../../languages/words.ts';",
  });

  t.is(stdout, '');
  t.is(code, 0);
});

const wrong: [path: string, text: string, line: string][] = [
  ['models/a.ts', "import { b } from '../actors/b.ts';", 'models/a.ts imports actors/b.ts'],
  [
    'routes/a.ts',
    "import type { Config } from '../daemon/config.ts';",
    'routes/a.ts imports daemon/config.ts',
  ],
  [
    'adapters/po/a.ts',
    "export { b } from '../../languages/b.ts';",
    'adapters/po/a.ts imports languages/b.ts',
  ],
  ['actors/a.ts', "const b = await import('../routes/b.ts');", 'actors/a.ts imports routes/b.ts'],
  ['search/parse.ts', "import '../models/b.ts';", 'search/parse.ts imports models/b.ts'],
];
for (const [path, text, line] of wrong) {
  test(`an import up the house is told: ${line}`, async (t) => {
    const { code, stdout } = await check(t, { [path]: text });

    t.is(stdout, `${line}\n`);
    t.is(code, 1);
  });
}
