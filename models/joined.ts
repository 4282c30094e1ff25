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
  #select: Promise<string> | null = null;

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
    this.#select ??= this.#columns(knex);
    const select = await this.#select;
    const [row] = await rawRows<Record<string, unknown>>(
      knex,
      `SELECT ${select} FROM ${this.#from} WHERE ${where} LIMIT 1`,
      bindings,
    );
    return row && this.#instances(row);
  }

  async #columns(knex: Knex): Promise<string> {
    const columns: string[] = [];
    for (const [name, model] of Object.entries(this.#parts)) {
      const { columns: own } = await model.fetchTableMetadata({ knex });
      columns.push(...own.map((column) => `${name}.${column} AS ${name}_${column}`));
    }
    return columns.join(', ');
  }

  #instances(row: Record<string, unknown>): Instances<Parts> {
    const names = Object.keys(this.#parts);
    const json = new Map(names.map((name) => [name, {} as Record<string, unknown>]));
    // Names of parts have no underscore, so the first one ends them.
    for (const [key, value] of Object.entries(row)) {
      const end = key.indexOf('_');
      json.get(key.slice(0, end))![key.slice(end + 1)] = value;
    }
    const instances = names.map((name) => [name, this.#parts[name]!.fromDatabaseJson(json.get(name)!)]);
    return Object.fromEntries(instances);
  }
}
