/*
 * Names of filters that older clients send where newer ones send a search text.
 */

const queries: Readonly<Record<string, string>> = {
  all: '',
  todo: 'state:<translated',
  nottranslated: 'state:empty',
  translated: 'state:>=translated',
  fuzzy: 'is:needs-editing',
  readonly: 'state:read-only',
  approved: 'state:approved',
  unapproved: 'state:translated',
  suggestions: 'has:suggestion',
  nosuggestions: 'state:<translated AND NOT has:suggestion',
  approved_suggestions: 'state:approved AND has:suggestion',
  comments: 'has:comment',
  source_comments: 'has:source-comment',
  allchecks: 'has:check',
  dismissed_checks: 'has:dismissed-check',
  translated_checks: 'has:check AND state:>=translated',
  variants: 'has:variant',
  context: 'has:context',
  pluralized: 'has:plural',
  screenshots: 'has:screenshot',
  noscreenshot: 'NOT has:screenshot',
  labels: 'has:label',
  unlabeled: 'NOT has:label',
};

/** The search text that a filter stands for, `check:…` and `label:…` included; undefined: there is no such filter. */
export function queryOfFilter(filter: string): string | undefined {
  const named = /^(?<field>check|label):(?<name>.+)$/s.exec(filter)?.groups;
  if (named) {
    return `${named.field}:${quoted(named.name ?? '')}`;
  }
  return Object.hasOwn(queries, filter) ? queries[filter] : undefined;
}

/** One value, whatever characters of the query language are in it. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
