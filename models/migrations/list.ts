import type { Knex } from 'knex';
import * as foundation from './001-foundation.ts';
import * as suggestions from './002-suggestions.ts';
import * as bundles from './003-bundles.ts';
import * as sourceRenames from './004-source-renames.ts';
import * as checks from './005-checks.ts';
import * as componentLinks from './006-component-links.ts';
import * as changeLists from './007-change-lists.ts';
import * as labels from './008-labels.ts';
import * as contributors from './009-contributors.ts';
import * as suggestionVotes from './010-suggestion-votes.ts';
import * as comments from './011-comments.ts';
import * as glossaries from './012-glossaries.ts';
import * as componentLists from './013-component-lists.ts';
import * as variants from './014-variants.ts';
import * as unitPlaces from './015-unit-places.ts';
import * as screenshotFiles from './016-screenshot-files.ts';

interface Step {
  name: string;
  up(knex: Knex): Promise<void>;
}

/** Every migration, oldest first. A released one never changes; there is no way back but a backup. */
const steps: readonly Step[] = [
  { name: '001-foundation', up: foundation.up },
  { name: '002-suggestions', up: suggestions.up },
  { name: '003-bundles', up: bundles.up },
  { name: '004-source-renames', up: sourceRenames.up },
  { name: '005-checks', up: checks.up },
  { name: '006-component-links', up: componentLinks.up },
  { name: '007-change-lists', up: changeLists.up },
  { name: '008-labels', up: labels.up },
  { name: '009-contributors', up: contributors.up },
  { name: '010-suggestion-votes', up: suggestionVotes.up },
  { name: '011-comments', up: comments.up },
  { name: '012-glossaries', up: glossaries.up },
  { name: '013-component-lists', up: componentLists.up },
  { name: '014-variants', up: variants.up },
  { name: '015-unit-places', up: unitPlaces.up },
  { name: '016-screenshot-files', up: screenshotFiles.up },
];

export const migrationNames: readonly string[] = steps.map((step) => step.name);

/** Knex's view of the list: nothing is looked for on disk. */
export const migrationSource: Knex.MigrationSource<Step> = {
  getMigrations: async () => [...steps],
  getMigrationName: (step) => step.name,
  getMigration: async (step) => ({ up: step.up, down: refuse }),
};

async function refuse(): Promise<never> {
  throw new Error('Migrations run forward only; restore a backup to go back.');
}
