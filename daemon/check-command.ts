import { parseArgs } from 'node:util';
import { type Drift, findDrift, repairDrift } from '../models/drift.ts';
import type { Terminal } from './command.ts';
import { readConfig } from './config.ts';
import { withDatabase } from './storage.ts';

/** Exit code 1 when something was wrong and has not been repaired. */
export async function checkCommand(args: string[], { env, print }: Terminal): Promise<number> {
  const { values } = parseArgs({ args, options: { repair: { type: 'boolean', default: false } } });
  const found = await withDatabase(readConfig(env), values.repair ? repairDrift : findDrift);
  for (const drift of found) {
    print(describe(drift));
  }
  if (found.length === 0) {
    print('All stored numbers agree with the strings.');
    return 0;
  }
  print(`${found.length} stored numbers ${values.repair ? 'were' : 'are'} wrong.`);
  return values.repair ? 0 : 1;
}

function describe({ scope, scope_id, language_id, column, stored, actual }: Drift): string {
  const language = language_id === 0 ? '' : `, language ${language_id}`;
  return `${scope} ${scope_id}${language}: ${column} is ${stored}, should be ${actual}`;
}
