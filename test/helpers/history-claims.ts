import { adapterById } from '../../adapters/registry.ts';
import { czechOptions } from './format-options.ts';
import { foreignChanges, type LayoutFormat } from './layout.ts';

/** A branch of upstream as far as claims are made about it. */
export interface UpstreamFiles {
  /** The translation. */
  text: string;
  /** The file of the source language; null where there is none. */
  base: string | null;
}

/** Remembers what was edited here and what upstream had, and finds what must not have happened. */
export class HistoryClaims {
  readonly faults: string[] = [];
  readonly #format: LayoutFormat;
  /** Our texts of each string, oldest first. Every text is made once only. */
  readonly #ours = new Map<string, string[]>();
  /** Texts that upstream had at some time. */
  readonly #seen = new Set<string>();
  /** Texts that upstream had of each string since it last pushed with force, oldest first. */
  #values = new Map<string, string[]>();

  constructor(format: LayoutFormat) {
    this.#format = format;
  }

  weEdited(key: string, text: string): void {
    this.#ours.set(key, [...(this.#ours.get(key) ?? []), text]);
  }

  upstreamHas(text: string): void {
    for (const [key, value] of textsOf(this.#format, text)) {
      this.#seen.add(value);
      const values = this.#values.get(key) ?? [];
      if (values.at(-1) !== value) {
        this.#values.set(key, [...values, value]);
      }
    }
  }

  /** Upstream was replaced: what it had does not bind it any more. */
  upstreamBegins(text: string): void {
    this.#values = new Map();
    this.upstreamHas(text);
  }

  /** A job leaves alone what was not edited here; of what was, it writes a text of ours, and never one that we or upstream have replaced there. */
  afterJob(kind: string, before: UpstreamFiles, after: UpstreamFiles): void {
    if (before.base !== after.base) {
      this.faults.push(`${kind} changed the base file`);
    }
    const edited = new Set(this.#ours.keys());
    this.faults.push(...foreignChanges(this.#format, before.text, after.text, edited));
    const texts = textsOf(this.#format, before.text);
    for (const [key, text] of textsOf(this.#format, after.text)) {
      const former = texts.get(key);
      if (text !== former) {
        this.#claimWritten(key, former, text);
      }
    }
    this.upstreamHas(after.text);
  }

  #claimWritten(key: string, former: string | undefined, text: string): void {
    const ours = this.#ours.get(key) ?? [];
    if (ours.indexOf(text) <= ours.indexOf(former ?? '')) {
      this.faults.push(`${key} became ${JSON.stringify(text)}, which is not a newer text of ours`);
    }
    if (former === undefined && this.#format === 'po') {
      this.faults.push(`${key} came back after upstream had removed it`);
    }
    const values = this.#values.get(key) ?? [];
    const [was, is] = [values.indexOf(former ?? ''), values.indexOf(text)];
    if (is !== -1 && was > is) {
      this.faults.push(`${key} became ${JSON.stringify(text)} again, which upstream had replaced`);
    }
  }

  /**
   * Each edit is upstream or was there before somebody replaced it, or `isKept` says that it is not lost. The strings in the
   * database are those of the file.
   */
  async atEnd(
    text: string,
    strings: ReadonlyMap<string, string>,
    isKept: (text: string) => Promise<boolean>,
  ): Promise<void> {
    const texts = textsOf(this.#format, text);
    for (const [key, edits] of this.#ours) {
      const edit = edits.at(-1) ?? '';
      if (texts.get(key) !== edit && !this.#seen.has(edit) && !(await isKept(edit))) {
        this.faults.push(`${key}: ${JSON.stringify(edit)} disappeared`);
      }
    }
    for (const [key, target] of strings) {
      if ((texts.get(key) ?? '') !== target) {
        this.faults.push(`${key} is ${JSON.stringify(target)} here, upstream ${texts.get(key)}`);
      }
    }
    for (const key of texts.keys()) {
      if (!strings.has(key) && this.#format === 'po') {
        this.faults.push(`${key} is not here`);
      }
    }
  }
}

/** Texts by key, or by source text in PO. @throws {FormatError} when the file cannot be read */
function textsOf(format: LayoutFormat, text: string): Map<string, string> {
  const adapter = adapterById(format)!;
  const { entries } = adapter.parse(Buffer.from(text), czechOptions(adapter));
  return new Map(
    entries.map(({ context, source, target }) => [
      format === 'po' ? (source[0] ?? '') : context,
      target[0] ?? '',
    ]),
  );
}
