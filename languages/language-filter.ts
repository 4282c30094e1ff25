import { createContext, Script } from 'node:vm';

/** A filter that is no regular expression, admits no code or takes too long. */
export class LanguageFilterError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LanguageFilterError';
  }
}

/** Milliseconds one test may take. */
const timeLimit = 300;

/** Matched from the start of the text; the end of the text counts only where the pattern says `$`. */
const script = new Script('new RegExp(pattern, "y").test(text)');

/**
 * Makes a test out of a component's filter of language codes, a regular expression matched from the start of a code. A pattern
 * from a user can need years for a short text, so each test runs under a time limit.
 *
 * @throws {LanguageFilterError} on a pattern that cannot be read or that matches the empty text. The test throws it when the
 * time is up.
 */
export function languageFilter(pattern: string): (code: string) => boolean {
  const context = createContext({ pattern, text: '' });
  const test = (code: string): boolean => {
    Object.assign(context, { text: code });
    return run(context);
  };
  if (test('')) {
    throw new LanguageFilterError('the pattern matches the empty text');
  }
  return test;
}

function run(context: ReturnType<typeof createContext>): boolean {
  const begin = worked();
  for (;;) {
    try {
      return script.runInContext(context, { timeout: timeLimit }) === true;
    } catch (cause) {
      // Errors of another context are no instances of this one's Error.
      const { code, message } = Object(cause);
      const isStopped = code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      // The clock of `timeout` goes on while a busy machine lets the thread wait; who had half of it may have no more.
      if (!isStopped || worked() - begin >= timeLimit / 2) {
        const reason = isStopped ? `slower than ${timeLimit} ms` : String(message);
        throw new LanguageFilterError(reason, { cause });
      }
    }
  }
}

/** Milliseconds of processor that this thread has had. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
