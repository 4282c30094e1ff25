import type { CheckedUnit, GlossaryTerm, Surroundings } from '../../checks/check.ts';
import { failingChecks } from '../../checks/evaluate.ts';
import { mergeFlags } from '../../checks/flags.ts';
import { pluralForms } from '../../checks/plural-forms.ts';
import { defaultPlural, parseFormula } from '../../languages/plurals.ts';

/** A translated string; what a test leaves out is of no matter to it. */
export interface CheckedString {
  source: string | readonly string[];
  target?: string | readonly string[];
  flags?: string;
  language?: string;
  sourceLanguage?: string;
  fileFormat?: string;
  context?: string;
  isSource?: boolean;
  isGlossary?: boolean;
  multivalue?: boolean;
  state?: number;
  note?: string;
  terms?: readonly GlossaryTerm[];
  /** Names of project and component. */
  names?: readonly string[];
  languageNames?: readonly string[];
}

const forms = new Map<string, Surroundings['plural']>();

/** Ids of the checks that a string fails: one translated from English into Czech, unless it says otherwise. */
export function failed(text: CheckedString): string[] {
  const { unit, around } = checked(text);
  return failingChecks(unit, around);
}

/** The string as checks and fix-ups are given it. */
export function checked(text: CheckedString): { unit: CheckedUnit; around: Surroundings } {
  const { language = 'cs', sourceLanguage = 'en', isSource = false } = text;
  const source = [text.source].flat();
  const unit = {
    context: text.context ?? '',
    source,
    target: [text.target ?? source].flat(),
    state: text.state ?? 20,
    note: text.note ?? '',
    flags: mergeFlags(text.flags ?? ''),
    ...(text.terms ? { terms: text.terms } : {}),
  };
  const around = {
    sourceLanguage,
    language: isSource ? sourceLanguage : language,
    sourcePlural: formsOf(sourceLanguage),
    plural: formsOf(isSource ? sourceLanguage : language),
    fileFormat: text.fileFormat ?? 'po',
    multivalue: text.multivalue ?? false,
    isSource,
    isGlossary: text.isGlossary ?? false,
    names: text.names ?? [],
    languageNames: new Set(text.languageNames),
  };
  return { unit, around };
}

function formsOf(language: string): Surroundings['plural'] {
  const known = forms.get(language);
  if (known) {
    return known;
  }
  const { number, formula } = defaultPlural(language);
  const made = pluralForms(number, formula, parseFormula);
  forms.set(language, made);
  return made;
}
