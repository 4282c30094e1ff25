/**
 * Passes a TAP report through from standard input to standard output and ends it with `N passed, N failed`. Skipped
 * tests are counted by themselves: they have shown nothing.
 */
import { createInterface } from 'node:readline';

const line = /^(?<not>not )?ok \d+(?<rest>.*)$/;
const counts = { passed: 0, failed: 0, skipped: 0 };

for await (const text of createInterface({ input: process.stdin })) {
  process.stdout.write(`${text}\n`);
  const groups = line.exec(text)?.groups;
  if (!groups) {
    continue;
  }
  if (/# (?:SKIP|TODO)\b/i.test(groups.rest ?? '')) {
    counts.skipped += 1;
  } else if (groups.not) {
    counts.failed += 1;
  } else {
    counts.passed += 1;
  }
}

if (counts.skipped > 0) {
  process.stdout.write(`${counts.skipped} skipped\n`);
}
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
if (counts.passed === 0) {
  process.stdout.write('No test ran.\n');
}
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
