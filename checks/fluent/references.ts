import type { Expression, Pattern, SelectExpression } from '@fluent/syntax';
import { type Counts, countsOf, distinct, joined, type Variants } from './counts.ts';

/** The references of a pattern, for each way through its select expressions. */
export function referenceVariants(pattern: Pattern): Variants {
  // What all ways have in common is added up first: nothing then grows but by selects.
  const common: string[] = [];
  const selects: SelectExpression[] = [];
  for (const element of pattern.elements) {
    if (element.type === 'Placeable') {
      const expression = bare(element.expression);
      if (expression.type === 'SelectExpression') {
        selects.push(expression);
      } else {
        common.push(...referencesIn(expression));
      }
    }
  }
  let variants: Variants = [countsOf(common)];
  for (const select of selects) {
    variants = joined(variants, selectVariants(select));
    if (!variants) {
      return null;
    }
  }
  return variants;
}

function bare(expression: Expression): Expression {
  return expression.type === 'Placeable' ? bare(expression.expression) : expression;
}

/**
 * The variants of all branches. A branch for few counts may leave out what it was selected by ("one item"), so a reference of
 * the selector that some branches have is lent to those that lack it.
 */
function selectVariants({ selector, variants: branches }: SelectExpression): Variants {
  const perBranch: (readonly Counts[])[] = [];
  for (const { value } of branches) {
    const variants = referenceVariants(value);
    if (!variants) {
      return null;
    }
    perBranch.push(variants);
  }
  const loans = new Map<string, number>();
  for (const key of new Set(referencesIn(selector))) {
    loans.set(key, loanOf(key, perBranch));
  }
  return distinct(perBranch.flat().map((counts) => withLoans(counts, loans)));
}

/** How often branches have a reference, if all that have it agree, each within itself and with the others; else 0. */
function loanOf(key: string, perBranch: readonly (readonly Counts[])[]): number {
  const inBranches = perBranch.map((variants) => new Set(variants.map((counts) => counts.get(key) ?? 0)));
  const counts = new Set(inBranches.flatMap((values) => [...values]).filter((count) => count > 0));
  const [count = 0] = counts;
  return counts.size === 1 && inBranches.every(({ size }) => size === 1) ? count : 0;
}

function withLoans(counts: Counts, loans: Counts): Counts {
  const missing = [...loans].filter(([key, count]) => count > 0 && !counts.has(key));
  return missing.length === 0 ? counts : new Map([...counts, ...missing]);
}

/** What an expression refers to; arguments count only where a function takes them. */
export function referencesIn(expression: Expression): string[] {
  switch (expression.type) {
    case 'VariableReference':
      return [`$${expression.id.name}`];
    case 'MessageReference':
      return [nameOf(expression)];
    case 'TermReference':
      return [`-${nameOf(expression)}`];
    case 'FunctionReference':
      return expression.arguments.positional.flatMap(referencesIn);
    case 'Placeable':
      return referencesIn(expression.expression);
    default:
      return [];
  }
}

function nameOf({ id, attribute }: { id: { name: string }; attribute: { name: string } | null }): string {
  return attribute ? `${id.name}.${attribute.name}` : id.name;
}
