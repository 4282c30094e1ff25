import test from 'ava';
import { useActors } from '../helpers/components.ts';
import { Random } from '../helpers/random.ts';
import { RepositoryHistory } from '../helpers/repository-history.ts';
import { firstSeed, roundsOr } from '../helpers/rounds.ts';

const actors = useActors(test);
const formats = ['po', 'json', 'properties', 'aresource'] as const;

test('whatever happens here and upstream, edits arrive and nothing of upstream is touched', async (t) => {
  t.timeout(6 * 60 * 60_000);
  const authors = [
    await actors().addUser('Ana'),
    await actors().addUser('Bob'),
    await actors().addUser('Eva'),
  ];
  const failed: string[] = [];

  for (let seed = firstSeed(); seed < firstSeed() + roundsOr(4); seed += 1) {
    const format = formats[seed % formats.length] ?? 'po';
    const { faults, story } = await RepositoryHistory.run(actors(), format, new Random(seed), authors);
    if (faults.length > 0) {
      const again = `DRAGOMAN_TEST_SEED=${seed} DRAGOMAN_TEST_ROUNDS=1`;
      failed.push([`${again} (${format})`, ...story, ...faults.map((fault) => `!! ${fault}`)].join('\n'));
    }
  }

  t.deepEqual(failed, []);
});
