/** How new languages are added to a component. */
export const newLangChoices = ['contact', 'url', 'add', 'none'] as const;

/** How codes of languages are written in names of new files; '' leaves it to the format. */
export const codeStyleChoices = [
  '',
  'posix',
  'posix_lowercase',
  'bcp',
  'posix_long',
  'posix_long_lowercase',
  'bcp_long',
  'bcp_legacy',
  'bcp_lower',
  'android',
  'appstore',
  'googleplay',
  'linux',
  'linux_lowercase',
] as const;

/** How upstream and local commits come together. */
export const mergeStyleChoices = ['merge', 'rebase', 'merge_noff'] as const;

/** Lower ones are offered to translators first. */
export const priorityChoices = [60, 80, 100, 120, 140] as const;

/** Which strings are written to files: all, those that need no editing, approved ones. */
export const commitPolicyChoices = [0, 20, 30] as const;

export const colorChoices = [
  'navy',
  'blue',
  'aqua',
  'teal',
  'olive',
  'green',
  'lime',
  'yellow',
  'orange',
  'red',
  'maroon',
  'fuchsia',
  'purple',
  'black',
  'gray',
  'silver',
] as const;
