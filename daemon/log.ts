import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';
import { withoutSecrets } from './redaction.ts';

export type Log = Logger;

const secretFields = ['password', 'token', 'secret', 'authorization', 'cookie'];

/**
 * The daemon's log. Constant messages plus fields; no secret reaches `stream`: fields that hold one by name are left
 * out, and whatever looks like one in any text is masked.
 */
export function openLog(level: LogLevel, stream: DestinationStream): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '***' },
      hooks: { streamWrite: withoutSecrets },
    },
    stream,
  );
}

/** Standard error: JSON lines, or plain ones where a person is watching. */
export function standardError(): DestinationStream {
  // Synchronous, so that the last lines before an exit or a crash are there.
  const lines = pino.destination({ fd: 2, sync: true });
  if (!process.stderr.isTTY) {
    return lines;
  }
  return { write: (line) => lines.write(plainLine(line)) };
}

/** One JSON line of the log as a person reads it: `12:30:01 info  listening address=…`. */
export function plainLine(line: string): string {
  const { time, level, msg, err, ...fields } = JSON.parse(line);
  const clock = String(time).slice(11, 19);
  const rest = Object.entries(fields).map(([name, value]) => ` ${name}=${plainValue(value)}`);
  const stack = err?.stack ? `\n${err.stack}` : '';
  return `${clock} ${String(level).padEnd(5)} ${msg ?? ''}${rest.join('')}${stack}\n`;
}

function plainValue(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}
