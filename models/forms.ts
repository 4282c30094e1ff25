/**
 * The forms of a plural string (or the alternatives of one) share a column, with this between them: no text holds it, and
 * unlike JSON it leaves the text as it is, so that searching and comparing in SQL see what the translator sees.
 */
const separator = '\u001e\u001e';

/** One column's text of the forms; `[]` and `['']` are both ''. */
export function joinForms(forms: readonly string[]): string {
  return forms.join(separator);
}

/** The forms of a column, at least one. */
export function splitForms(column: string): string[] {
  return column.split(separator);
}
