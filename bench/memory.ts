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

/** Seconds of processor time that the process has used, all its threads together. Linux only. */
export async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the command, in brackets, may hold spaces; user and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** `getconf CLK_TCK`, the same on every Linux that Node runs on. */
const ticksPerSecond = 100;
