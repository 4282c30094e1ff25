#!/usr/bin/env node
/**
 * Entry of every command. Plain JavaScript that an old Node can read: Dragoman needs Node 24, and its database driver
 * does not throw on an older one, it crashes. So the version is looked at here, before anything else is loaded, and an
 * older Node hands over to the one that `npm ci` brings along.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const neededMajor = 24;
const args = process.argv.slice(2);

if (Number.parseInt(process.versions.node, 10) >= neededMajor) {
  const { run } = await import('./cli.ts');
  // What a stop had to give up waiting for must not keep the process.
  process.exit(await run(args));
} else {
  handOver();
}

function handOver() {
  const node = findBundledNode();
  if (!node) {
    console.error(
      `dragoman: needs Node.js ${neededMajor} or newer, this is ${process.version}, and no bundled one is installed. ` +
        'Run `npm ci` here (it brings Node.js for Linux on x64 and arm64), or install Node.js yourself.',
    );
    process.exit(1);
  }
  const child = spawn(node, [...process.execArgv, fileURLToPath(import.meta.url), ...args], {
    stdio: 'inherit',
  });
  // Node cannot replace its own process, so this one stands in for the child: what it is told, the child is told.
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of signals) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => {
    console.error(`dragoman: cannot run ${node}: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    if (signal === null) {
      process.exit(code);
    }
    for (const name of signals) {
      process.removeAllListeners(name);
    }
    process.kill(process.pid, signal);
  });
}

function findBundledNode() {
  const require = createRequire(import.meta.url);
  try {
    return require.resolve(`node-${process.platform}-${process.arch}/bin/node`);
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') {
      return null;
    }
    throw error;
  }
}
