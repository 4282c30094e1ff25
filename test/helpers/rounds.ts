/** How many rounds of a generated test to run: `DRAGOMAN_TEST_ROUNDS`, else `few`, which is short. */
export function roundsOr(few: number): number {
  return Number(process.env.DRAGOMAN_TEST_ROUNDS ?? few);
}

/** Seed of the first round; `DRAGOMAN_TEST_SEED` runs a failed round again. */
export function firstSeed(): number {
  return Number(process.env.DRAGOMAN_TEST_SEED ?? 1);
}
