import type { Surroundings } from '../../checks/check.ts';
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
}

const forms = new Map<string, Surroundings['plural']>();

/** Ids of the checks that a string fails: one translated from English into Czech, unless it says otherwise. */
export function failed(text: CheckedString): string[] {
  const { language = 'cs', sourceLanguage = 'en', isSource = false } = text;
  const source = [text.source].flat();
  const unit = {
    context: text.context ?? '',
    source,
    target: [text.target ?? source].flat(),
    state: 20,
    note: '',
    flags: mergeFlags(text.flags ?? ''),
  };
  return failingChecks(unit, {
    sourceLanguage,
    language: isSource ? sourceLanguage : language,
    sourcePlural: formsOf(sourceLanguage),
    plural: formsOf(isSource ? sourceLanguage : language),
    fileFormat: text.fileFormat ?? 'po',
    multivalue: false,
    isSource,
    isGlossary: false,
    names: [],
    languageNames: new Set(),
  });
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
