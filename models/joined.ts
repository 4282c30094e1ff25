import type { Knex } from 'knex';
import { rawRows } from './raw-rows.ts';
import type { Row } from './row.ts';

type Model = typeof Row & (new () => Row);
type Instances<Parts extends Record<string, Model>> = { [Name in keyof Parts]: InstanceType<Parts[Name]> };

/**
 * Rows that belong to each other, in one statement instead of one for each table: paths name things with all that is around
 * them, so nearly every request begins with this. `from` joins the tables of `parts`, each under its name there.
 */
export class Joined<Parts extends Record<string, Model>> {
  #parts: Parts;
  #from: string;
  #selection: Promise<Selection> | null = null;

  constructor(parts: Parts, from: string) {
    this.#parts = parts;
    this.#from = from;
  }

  /** The first row that `where` finds, as an instance of each model. */
  async first(
    knex: Knex,
    where: string,
    bindings: readonly Knex.RawBinding[],
  ): Promise<Instances<Parts> | undefined> {
    this.#selection ??= this.#readSelection(knex);
    const { text, columns } = await this.#selection.catch((error: unknown) => {
      // The next request asks again.
      this.#selection = null;
      throw error;
    });
    const sql = `SELECT ${text} FROM ${this.#from} WHERE ${where} LIMIT 1`;
    const [row] = await rawRows<Record<string, unknown>>(knex, sql, bindings);
    return row && this.#instances(columns, row);
  }

  async #readSelection(knex: Knex): Promise<Selection> {
    const columns: Column[] = [];
    for (const [part, model] of Object.entries(this.#parts)) {
      const { columns: names } = await model.fetchTableMetadata({ knex });
      columns.push(...names.map((name) => ({ part, name, alias: `${part}_${name}` })));
    }
    return {
      columns,
      text: columns.map(({ part, name, alias }) => `${part}.${name} AS ${alias}`).join(', '),
    };
  }

  #instances(columns: readonly Column[], row: Record<string, unknown>): Instances<Parts> {
    const values: Record<string, Record<string, unknown>> = {};
    for (const { part, name, alias } of columns) {
      values[part] ??= {};
      values[part][name] = row[alias];
    }
    const instances = Object.entries(this.#parts).map(([part, model]) => [
      part,
      model.fromDatabaseJson(values[part]!),
    ]);
    return Object.fromEntries(instances);
  }
}

interface Selection {
  columns: Column[];
  text: string;
}

interface Column {
  part: string;
  name: string;
  /** Unique in the statement. */
  alias: string;
}
