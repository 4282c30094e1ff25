import type { Knex } from 'knex';
import { identityOf } from '../adapters/adapter.ts';
import type { Component } from './component.ts';
import { isMysql } from './database.ts';
import { joinForms, splitForms } from './forms.ts';
import { placeholders } from './raw-rows.ts';
import { identityIn, type NewString, namingIn, type StringIdentity } from './string-rows.ts';

/** Those of `strings` that a file can tell from all that the translation has, and from those before them. */
export async function newAmong(
  knex: Knex,
  translationId: number,
  component: Component,
  strings: readonly NewString[],
): Promise<Map<NewString, StringIdentity>> {
  const naming = namingIn(component);
  const similar = await similarStrings(knex, translationId, component, strings);
  const names = new Set(
    similar.map(({ context, source }) => identityOf(naming, { context, source: splitForms(source) })),
  );
  const found = new Map<NewString, StringIdentity>();
  for (const string of strings) {
    const name = identityOf(naming, string);
    if (!names.has(name)) {
      names.add(name);
      found.set(string, identityIn(component, string));
    }
  }
  return found;
}

/** All strings of the translation that one of the given ones may be, and perhaps some more. */
function similarStrings(
  knex: Knex,
  translationId: number,
  component: Component,
  strings: readonly NewString[],
): Promise<{ context: string; source: string }[]> {
  const stored = knex('units').where('translation_id', translationId).select('context', 'source');
  if (namingIn(component).identity === 'context') {
    const hashes = strings.map((string) => identityIn(component, string).id_hash);
    return stored.whereIn('id_hash', hashes);
  }
  // Files tell plural strings apart by their first forms.
  const contexts = [...new Set(strings.map(({ context }) => context))];
  const forms = [...new Set(strings.map(({ source }) => source[0] ?? ''))];
  const first = firstForm(knex);
  return stored
    .whereIn('context', contexts)
    .whereRaw(`${first.sql} IN (${placeholders(forms)})`, [...first.bindings, ...forms]);
}

function firstForm(knex: Knex): { sql: string; bindings: string[] } {
  const joint = joinForms(['', '']);
  return isMysql(knex)
    ? { sql: 'SUBSTRING_INDEX(source, ?, 1)', bindings: [joint] }
    : { sql: 'substr(source, 1, instr(source || ?, ?) - 1)', bindings: [joint, joint] };
}
