import { type Command, type Terminal, UsageError } from './command.ts';
import { Failure } from './failure.ts';
import { readVersion } from './version.ts';

interface Entry {
  name: string;
  usage: string;
  summary: string;
  /** Loads only what the command needs: `--help` need not wait for a server. */
  load(): Promise<Command>;
}

const commands: readonly Entry[] = [
  {
    name: 'start',
    usage: 'start',
    summary: 'run the server until it is told to stop',
    load: async () => (await import('./start-command.ts')).startCommand,
  },
  {
    name: 'migrate',
    usage: 'migrate',
    summary: 'bring the database up to date without starting (`start` does it too)',
    load: async () => (await import('./migrate-command.ts')).migrateCommand,
  },
  {
    name: 'user',
    usage: 'user create NAME EMAIL [--full-name TEXT] [--superuser] | user list | user password NAME',
    summary: 'add and list accounts, give a new password',
    load: async () => (await import('./user-command.ts')).userCommand,
  },
  {
    name: 'token',
    usage: 'token new USERNAME',
    summary: 'give an account a new API token; its old one ends',
    load: async () => (await import('./token-command.ts')).tokenCommand,
  },
  {
    name: 'check',
    usage: 'check [--repair]',
    summary: 'compare statistics, working copies and the commits in the database, and mend them if asked',
    load: async () => (await import('./check-command.ts')).checkCommand,
  },
  {
    name: 'demo',
    usage: 'demo [--url URL] [--token TOKEN]',
    summary: 'add a small project to the running server, to try things out',
    load: async () => (await import('./demo-command.ts')).demoCommand,
  },
  {
    name: 'format',
    usage:
      'format list | format check FORMAT FILE… | format parse FORMAT FILE | format convert FORMAT FILE TO' +
      '\n       with --language CODE, --template FILE, --param NAME=VALUE',
    summary: 'list the file formats, and try them on files without a server',
    load: async () => (await import('./format-command.ts')).formatCommand,
  },
];

/** Runs the command that `args` name and gives the exit code: 1 for a failure, 2 for a command line gone wrong. */
export async function run(args: string[]): Promise<number> {
  // What commands write belongs to the data folder, and may hold keys and texts that are nobody else's business.
  process.umask(0o077);
  const terminal: Terminal = { env: process.env, print: (line) => console.log(line) };
  const [name = '--help', ...rest] = args;
  if (name === '--version') {
    terminal.print(await readVersion());
    return 0;
  }
  if (name === '--help' || name === 'help') {
    terminal.print(help());
    return 0;
  }
  const command = commands.find((entry) => entry.name === name);
  if (!command) {
    console.error(`dragoman: there is no command "${name}".\n\n${help()}`);
    return 2;
  }
  if (rest.includes('--help')) {
    terminal.print(usageOf(command));
    return 0;
  }
  try {
    const execute = await command.load();
    return await execute(rest, terminal);
  } catch (error) {
    return explain(error, command);
  }
}

function explain(error: unknown, command: Entry): number {
  if (isUsageError(error)) {
    console.error(`dragoman ${command.name}: ${error.message}\n${usageOf(command)}`);
    return 2;
  }
  if (error instanceof Failure) {
    console.error(`dragoman: ${error.message}`);
    return 1;
  }
  console.error(`dragoman ${command.name}: this is a bug:`, error);
  return 1;
}

/** Ours, or one of `parseArgs` about an unknown or incomplete option. */
function isUsageError(error: unknown): error is Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS_');
}

function help(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'Usage: dragoman COMMAND [ARGUMENTS]',
    '',
    ...lines,
    '',
    'dragoman COMMAND --help shows the arguments, dragoman --version the version.',
    'Settings are environment variables (DRAGOMAN_…), described in docs/operating.md.',
  ].join('\n');
}

function usageOf({ usage, summary }: Entry): string {
  const forms = usage
    .split(' | ')
    .map((form, index) => `${index === 0 ? 'Usage:' : '      '} dragoman ${form}`);
  return `${forms.join('\n')}\n\n${summary[0]?.toUpperCase()}${summary.slice(1)}.`;
}
