import { readFile, writeFile } from 'node:fs/promises';

/** Most memory (RSS, in MB) that the process has had since `resetPeak`. Linux only. */
export async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = /^VmHWM:\s+(?<size>\d+) kB/m.exec(status)?.groups?.size;
  return Math.round(Number(kilobytes) / 1024);
}

/** Lets the peak begin anew with what the process has now. */
export async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}
