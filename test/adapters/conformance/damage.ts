/** Copies of a file with a few pieces of it lost, doubled or moved; the same ones in every run. */
export function damaged(bytes: Uint8Array, count: number): Uint8Array[] {
  const random = numbers(bytes.length + 1);
  return Array.from({ length: count }, () => {
    let copy = Buffer.from(bytes);
    for (let hit = 0; hit <= random(3); hit += 1) {
      const [from, length, to] = [random(copy.length), random(24), random(copy.length)];
      const piece = copy.subarray(from, from + length);
      const kept =
        random(2) === 0 ? Buffer.concat([copy.subarray(0, from), copy.subarray(from + length)]) : copy;
      copy = random(2) === 0 ? kept : Buffer.concat([kept.subarray(0, to), piece, kept.subarray(to)]);
    }
    return new Uint8Array(copy);
  });
}

/** A generator of whole numbers below a limit: linear congruential, as good as needed here. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
