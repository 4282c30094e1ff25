const reserved = new Set([
  'HEAD',
  'FETCH_HEAD',
  'ORIG_HEAD',
  'MERGE_HEAD',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'REBASE_HEAD',
  'BISECT_HEAD',
  'AUTO_MERGE',
]);

/** Whether git takes the name for a branch and no command can take it for something else, such as an option. */
export function isBranchName(name: string): boolean {
  return (
    name !== '' &&
    name !== '@' &&
    !reserved.has(name) &&
    !name.startsWith('refs/') &&
    // Control characters, space and what git's revision syntax uses; see git-check-ref-format(1).
    !/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$/.test(name) &&
    name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
  );
}
