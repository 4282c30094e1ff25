/**
 * Where inline markup of reStructuredText may begin and end: docutils looks at the character outside of it. The ASCII
 * characters are listed in its specification, of the others all punctuation of the same kind counts.
 */
export function mayPrecedeStart(before: string | undefined): boolean {
  return before === undefined || /[\s\-:/'"<([{]|(?![\0-\x7f])[\p{Ps}\p{Pi}\p{Pf}\p{Pd}\p{Po}]/u.test(before);
}

export function mayFollowEnd(after: string | undefined): boolean {
  return (
    after === undefined || /[\s'")\]}>\-/\\:.,;!?]|(?![\0-\x7f])[\p{Pe}\p{Pi}\p{Pf}\p{Pd}\p{Po}]/u.test(after)
  );
}

const pairs = new Map([
  ['"', '"'],
  ["'", "'"],
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
  ['“', '”'],
  ['”', '”“'],
  ['„', '“”'],
  ['‘', '’'],
  ['’', '’'],
  ['‚', '‘’'],
  ['«', '»'],
  ['»', '«»'],
  ['‹', '›'],
  ['›', '‹›'],
  ['「', '」'],
  ['『', '』'],
  ['（', '）'],
]);

/** Whether a start-string stands alone between quotes or brackets, where it speaks of itself. */
export function isQuoted(before: string | undefined, after: string | undefined): boolean {
  return after === undefined || (before !== undefined && (pairs.get(before)?.includes(after) ?? false));
}
