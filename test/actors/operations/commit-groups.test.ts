import test from 'ava';
import { groupByAuthor, newestOfEachUnit, newestTime } from '../../../actors/commit-groups.ts';

interface Case {
  name: string;
  /** Edits in order, `author:unit`. */
  edits: string;
  /** Commits in order, `author[units]`. */
  commits: string;
}

const cases: Case[] = [
  { name: 'no edits give no commit', edits: '', commits: '' },
  { name: 'edits of one author are one commit', edits: '1:a 1:b 1:a', commits: '1[aba]' },
  {
    name: 'authors of different strings get one commit each',
    edits: '1:a 2:b 1:c 2:d',
    commits: '1[ac] 2[bd]',
  },
  {
    name: 'a string that changes hands ends the first author’s commit',
    edits: '1:a 2:a 1:b 2:c',
    commits: '1[a] 2[ac] 1[b]',
  },
  {
    name: 'an older open commit waits for the one whose string it takes over',
    edits: '1:a 2:b 1:b',
    commits: '2[b] 1[ab]',
  },
  {
    name: 'a string that goes back and forth keeps its order',
    edits: '1:a 2:a 1:a',
    commits: '1[a] 2[a] 1[a]',
  },
  {
    name: 'a commit that has ended no longer holds its strings',
    edits: '1:a 1:b 2:a 1:c 2:b',
    commits: '1[ab] 2[ab] 1[c]',
  },
  {
    name: 'three authors on one string',
    edits: '1:a 2:b 3:a 2:a 1:c',
    commits: '1[a] 3[a] 2[ba] 1[c]',
  },
];

for (const { name, edits, commits } of cases) {
  test(name, (t) => {
    const rows = edits.split(' ').filter(Boolean).map(editOf);

    const groups = groupByAuthor(rows);

    t.is(groups.map((group) => `${group.author_id}[${group.rows.map(unitOf).join('')}]`).join(' '), commits);
  });
}

test('committing the groups in order ends with the newest edit of every string, whoever made it', (t) => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const rows = randomEdits(seed);

    const groups = groupByAuthor(rows);

    const history = groups.flatMap((group) => group.rows);
    t.is(history.length, rows.length);
    for (const edits of Map.groupBy(rows, (row) => row.unit_id).values()) {
      const written = history.filter((row) => row.unit_id === edits[0]?.unit_id);
      t.deepEqual(written, edits);
    }
  }
});

test('of a commit, the newest edit of each string is written and gives the date', (t) => {
  const [group] = groupByAuthor([editOf('1:a', 0), editOf('1:b', 1), editOf('1:a', 2)]);

  t.deepEqual(
    newestOfEachUnit(group!).map((row) => row.created_at),
    [1002, 1001],
  );
  t.is(newestTime(group!), 1002);
});

function editOf(text: string, index: number) {
  const [author = '', unit = ''] = text.split(':');
  return { author_id: Number(author), unit_id: unit.charCodeAt(0), created_at: 1000 + index };
}

function unitOf(row: { unit_id: number }): string {
  return String.fromCharCode(row.unit_id);
}

/** Up to 12 edits by 3 authors on 4 strings, the same for the same seed. */
function randomEdits(seed: number) {
  let value = seed;
  const next = (below: number) => {
    value = (value * 1103515245 + 12345) % 2147483648;
    return Math.floor(value / 65536) % below;
  };
  return Array.from({ length: 1 + next(12) }, (_, index) => ({
    author_id: 1 + next(3),
    unit_id: 1 + next(4),
    created_at: index,
  }));
}
