/** What a command may touch of its process. */
export interface Terminal {
  env: NodeJS.ProcessEnv;
  /** Writes a line to standard output. */
  print: (line: string) => void;
}

/** Runs with the words after the command's name and gives the exit code. */
export type Command = (args: string[], terminal: Terminal) => Promise<number>;

/** A command line that cannot be understood; shown with the command's usage. */
export class UsageError extends Error {
  override name = 'UsageError';
}
