/**
 * Passes a TAP report through from standard input to standard output and ends it with `N passed, N failed`. Skipped
 * tests are counted by themselves: they have shown nothing. A report that ends before its plan (`1..N`) was cut short.
 * What failed is told once more at the end, with its diagnostics: the lines between are thousands.
 */
import { createInterface } from 'node:readline';

const result = /^(?<not>not )?ok \d+(?<rest>.*)$/;
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
let hasPlan = false;
let ofFailure = false;

// A time limit ends the whole pipe; what has been counted until then is still to be told.
process.on('SIGTERM', () => undefined);

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${line}\n`);
  hasPlan ||= /^1\.\.\d+/.test(line);
  const groups = result.exec(line)?.groups;
  if (!groups) {
    // The diagnostics of a result are the indented lines that follow it.
    ofFailure &&= /^\s/.test(line);
    if (ofFailure) {
      failures.push(line);
    }
    continue;
  }
  const isSkipped = /# (?:SKIP|TODO)\b/i.test(groups.rest ?? '');
  ofFailure = groups.not !== undefined && !isSkipped;
  if (isSkipped) {
    counts.skipped += 1;
  } else if (ofFailure) {
    counts.failed += 1;
    failures.push(line);
  } else {
    counts.passed += 1;
  }
}

for (const line of failures) {
  process.stdout.write(`${line}\n`);
}
if (counts.skipped > 0) {
  process.stdout.write(`${counts.skipped} skipped\n`);
}
if (!hasPlan) {
  process.stdout.write('the report is cut short\n');
}
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
process.exitCode = hasPlan && counts.failed === 0 && counts.passed > 0 ? 0 : 1;
