import { z } from 'zod';
import { checkPlural, FormulaError, type PluralRule } from '../languages/plurals.ts';
import { invalid } from './http/errors.ts';
import { text } from './http/fields.ts';

/** What a language is changed with; `source` and `type` of its plural follow from the rule. */
export const languageBody = z.object({
  code: text(50)
    .regex(/^[A-Za-z0-9]+(?:[-_@][A-Za-z0-9]+)*$/, {
      message: 'Use letters and digits, joined by single hyphens, underscores or @.',
    })
    .optional(),
  name: text(100).optional(),
  direction: z.enum(['', 'ltr', 'rtl']).optional().meta({ description: 'Empty: as the code suggests' }),
  population: z.int().min(0).optional(),
  plural: z
    .object({ number: z.int().min(1).max(10).optional(), formula: text(500).optional() })
    .refine(({ number, formula }) => number !== undefined || formula !== undefined, {
      message: 'Give the number of forms, or the formula, or both.',
    })
    .optional(),
});

/** What a new language is made with. */
export const newLanguageBody = languageBody.required({ code: true, plural: true });

export type LanguageInput = z.output<typeof languageBody>;
export type NewLanguageInput = z.output<typeof newLanguageBody>;

/** Two forms, as in English, where a request says nothing. */
const usualRule: PluralRule = { number: 2, formula: 'n != 1' };

/**
 * The rule that `plural` asks for; what it leaves out is as in `current`.
 * @throws {ApiError} 400 on a formula that cannot be read or that gives a count no form of the rule
 */
export function pluralRule(
  { number, formula }: Partial<PluralRule>,
  current: PluralRule = usualRule,
): PluralRule {
  const rule = { number: number ?? current.number, formula: formula ?? current.formula };
  try {
    checkPlural(rule);
  } catch (error) {
    if (error instanceof FormulaError) {
      throw invalid('plural.formula', `The plural formula cannot be used: ${error.message}.`);
    }
    throw error;
  }
  return rule;
}
