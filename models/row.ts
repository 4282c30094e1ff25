import { Model, type Pojo, type QueryContext } from 'objection';
import { joinForms, splitForms } from './forms.ts';

/**
 * What all models share: names of columns are names of properties, booleans are true and false, JSON columns hold
 * values (null stays NULL). Queries name their connection: `User.query(db.reader)`, `User.query(trx)`.
 */
export abstract class Row extends Model {
  /** Columns that hold 0 or 1. */
  static booleans: readonly string[] = [];
  /** Columns that hold JSON text. */
  static json: readonly string[] = [];
  /** Columns that hold the forms of a string (see forms.ts), and those among them where '' is no form at all. */
  static forms: readonly string[] = [];
  static optionalForms: readonly string[] = [];
  /** Values of columns that an insert leaves out and the schema has no default for (MySQL's texts cannot have one). */
  static initial: Readonly<Record<string, unknown>> = {};

  override async $beforeInsert(context: QueryContext): Promise<void> {
    await super.$beforeInsert(context);
    const values = this as unknown as Record<string, unknown>;
    for (const [column, value] of Object.entries(this.#class.initial)) {
      values[column] ??= structuredClone(value);
    }
  }

  override $parseDatabaseJson(json: Pojo): Pojo {
    const row = super.$parseDatabaseJson(json);
    for (const column of this.#class.booleans) {
      if (typeof row[column] === 'number') {
        row[column] = row[column] !== 0;
      }
    }
    for (const column of this.#class.json) {
      if (typeof row[column] === 'string') {
        row[column] = JSON.parse(row[column]);
      }
    }
    for (const column of this.#class.forms) {
      if (typeof row[column] === 'string') {
        const isNone = row[column] === '' && this.#class.optionalForms.includes(column);
        row[column] = isNone ? [] : splitForms(row[column]);
      }
    }
    return row;
  }

  override $formatDatabaseJson(json: Pojo): Pojo {
    const row = super.$formatDatabaseJson(json);
    for (const column of this.#class.json) {
      if (row[column] !== undefined && row[column] !== null) {
        row[column] = JSON.stringify(row[column]);
      }
    }
    for (const column of this.#class.forms) {
      if (Array.isArray(row[column])) {
        row[column] = joinForms(row[column]);
      }
    }
    return row;
  }

  get #class(): typeof Row {
    return this.constructor as typeof Row;
  }
}
