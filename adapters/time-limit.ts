/** On a machine that gives the process next to nothing, this many times the limit is the end. */
const patience = 20;

/**
 * Calls `end` once `milliseconds` have passed and the process, all its threads together, has worked for as long: that other
 * programs keep the machine busy is no fault of a file. Gives what calls it off.
 */
export function limitTime(milliseconds: number, end: () => void): () => void {
  const begin = performance.now();
  const worked = process.cpuUsage();
  let timer = setTimeout(look, milliseconds);

  function look(): void {
    const { user, system } = process.cpuUsage(worked);
    const left = Math.min(
      milliseconds - (user + system) / 1000,
      milliseconds * patience - (performance.now() - begin),
    );
    if (left > 0) {
      timer = setTimeout(look, left);
    } else {
      // An answer that came while this thread was busy is read between the two callbacks.
      setImmediate(end);
    }
  }

  return () => clearTimeout(timer);
}
