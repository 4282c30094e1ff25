import type { SyncUnit } from '../adapters/tasks/read.ts';

/** What planning needs to know of a unit in the database. */
export interface KnownUnit {
  source: string[];
  target: string[];
  previous_source: string[];
  state: number;
  original_state: number;
  content_hash: string;
  location: string;
  note: string;
  flags: string;
  explanation: string;
  position: number;
  priority: number;
  num_words: number;
  num_chars: number;
  automatically_translated: boolean;
}

/** Columns that a file can change. */
export type UnitValues = Pick<KnownUnit, keyof KnownUnit>;

/** What holds for all strings of one file. */
export interface SyncRules {
  /** One file per language, texts identified by key. */
  monolingual: boolean;
  /** The file is the one that source strings come from. */
  isTemplate: boolean;
  /** The format can say that a string needs editing, or is approved. */
  storesFuzzy: boolean;
  storesApproved: boolean;
  /** Reviews are on, so that state 30 means something. */
  reviews: boolean;
}

/** What is known of one string besides the file and its row. */
export interface Circumstances {
  /** A flag says `read-only`. */
  readOnly: boolean;
  priority: number;
  /** Edits of it wait for their commit. */
  waiting: boolean;
  /** The file's text or state differs from what was last read from it; true when that is not known. */
  fileChanged: boolean;
  /** The source string in the base file was edited here, and the base file does not say so yet. */
  sourceWaiting: boolean;
}

/** What a string of a file means for its row. */
export interface UnitPlan {
  /** Columns to change; empty when the row says what the file says. */
  values: Partial<UnitValues>;
  /** `text`: the file brought another text or state; `source`: the source text is another one. */
  events: ('text' | 'source')[];
  /** Edits that wait are overtaken by the file. */
  dropsEdits: boolean;
  /** The new state must be written to the file. */
  queues: boolean;
}

/** The row of a string that the database does not have yet. */
export function planNewUnit(entry: SyncUnit, rules: SyncRules, around: Circumstances): UnitValues {
  const state = fileState(entry, null, rules);
  return {
    ...metadataOf(entry, null),
    ...sourceOf(entry),
    target: entry.target,
    original_state: state,
    state: around.readOnly ? 100 : state,
    previous_source: isFuzzy(state) ? entry.previousSource : [],
    priority: around.priority,
    automatically_translated: false,
  };
}

/**
 * Compares a string of a file with its row. The file wins where it says something new; an edit that waits for its commit
 * stays as long as the file still says what it said before the edit.
 */
export function planUnit(
  known: KnownUnit,
  entry: SyncUnit,
  rules: SyncRules,
  around: Circumstances,
): UnitPlan {
  const plan: UnitPlan = { values: {}, events: [], dropsEdits: false, queues: false };
  const keepsEdit = around.waiting && !around.fileChanged;
  const sameText = sameForms(known.target, entry.target);
  const isEdited = rules.isTemplate ? keepsEdit : around.sourceWaiting;
  const source = sourceOf(entry, isEdited ? known : undefined);
  const found = fileState(entry, sameText ? known : null, rules);
  const next: UnitValues = {
    ...known,
    ...metadataOf(entry, known),
    priority: around.priority,
    ...source,
  };
  if (!keepsEdit) {
    next.target = sameText ? known.target : entry.target;
    next.original_state = found;
    next.automatically_translated = known.automatically_translated && sameText;
    plan.dropsEdits = around.waiting;
    if (!rules.isTemplate && !(sameText && found === known.original_state)) {
      plan.events.push('text');
    }
    if (!rules.monolingual || entry.previousSource.length > 0) {
      next.previous_source = entry.previousSource;
    }
  }
  if (!sameForms(known.source, source.source)) {
    plan.events.push('source');
    if (rules.monolingual && !rules.isTemplate && (keepsEdit || sameText)) {
      followSource(next, known, source.source);
      plan.queues = rules.storesFuzzy && next.original_state !== known.original_state;
    }
  }
  if (!isFuzzy(next.original_state)) {
    next.previous_source = [];
  }
  next.state = around.readOnly ? 100 : next.original_state;
  plan.values = differences(known, next);
  return plan;
}

/** The source text with what follows from it: the file's, unless an edit of it waits. */
function sourceOf({ source, contentHash, numWords, numChars }: SyncUnit, edited?: KnownUnit) {
  if (edited) {
    return {
      source: edited.source,
      content_hash: edited.content_hash,
      num_words: edited.num_words,
      num_chars: edited.num_chars,
    };
  }
  return { source, content_hash: contentHash, num_words: numWords, num_chars: numChars };
}

/** Whether two lists of plural forms say the same; forms that one of them lacks count as empty. */
export function sameForms(a: readonly string[], b: readonly string[]): boolean {
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    if ((a[index] ?? '') !== (b[index] ?? '')) {
      return false;
    }
  }
  return true;
}

/** A translation whose source text changed needs a look; when the source changes back it is good again. */
function followSource(next: UnitValues, known: KnownUnit, source: readonly string[]): void {
  const { original_state: state } = next;
  if (isFuzzy(state)) {
    const reverted = known.previous_source.length > 0 && sameForms(known.previous_source, source);
    if (reverted && next.target.some((form) => form !== '')) {
      next.original_state = 20;
    } else if (known.previous_source.length === 0) {
      next.previous_source = known.source;
    }
  } else if (state === 20 || state === 30) {
    // Needs rewriting; files that tell states say that it needs editing.
    next.original_state = 11;
    next.previous_source = known.source;
  }
}

/**
 * State that the file tells. Where the format cannot tell a state, an unchanged text (`known`) keeps the one it has;
 * approval means nothing while reviews are off.
 */
function fileState(
  entry: SyncUnit,
  known: Pick<KnownUnit, 'original_state'> | null,
  rules: SyncRules,
): number {
  const kept = known?.original_state ?? 0;
  if (entry.state === 100 || entry.state === 0) {
    return entry.state;
  }
  if (isFuzzy(entry.state) || (!rules.storesFuzzy && isFuzzy(kept))) {
    return isFuzzy(kept) ? kept : 10;
  }
  const approved = entry.state === 30 || (!rules.storesApproved && kept === 30);
  return approved && rules.reviews ? 30 : 20;
}

/** An explanation given here stays when the file has none: most formats cannot hold one. */
function metadataOf(entry: SyncUnit, known: KnownUnit | null) {
  return {
    location: entry.location,
    note: entry.note,
    flags: entry.flags,
    position: entry.position,
    explanation: entry.explanation || (known?.explanation ?? ''),
  };
}

function differences(known: KnownUnit, next: UnitValues): Partial<UnitValues> {
  const names = Object.keys(next) as (keyof UnitValues)[];
  const changed = names.filter((name) => JSON.stringify(next[name]) !== JSON.stringify(known[name]));
  return Object.fromEntries(changed.map((name) => [name, next[name]]));
}

function isFuzzy(state: number): boolean {
  return state >= 10 && state < 20;
}
