import { type Flags, textOf } from '../flags.ts';
import type { MessageSyntax } from './message.ts';

/** What `icu-flags:` can turn off. */
export type IcuReport =
  | 'missing'
  | 'extra'
  | 'types'
  | 'require_other'
  | 'plural_selectors'
  | 'submessage_selectors'
  | 'tags'
  | 'highlight';

export function isReported(flags: Flags, report: IcuReport): boolean {
  return !flags.get('icu-flags')?.includes(`-${report}`);
}

/** How messages are read: `icu-flags:xml` and `icu-flags:strict-xml` bring tags, `icu-tag-prefix` says which. */
export function syntaxOf(flags: Flags): MessageSyntax {
  const options = flags.get('icu-flags') ?? [];
  const loose = options.includes('xml') ? 'loose' : 'none';
  return {
    tags: options.includes('strict-xml') ? 'strict' : loose,
    tagPrefix: textOf(flags.get('icu-tag-prefix')?.[0] ?? ''),
  };
}
