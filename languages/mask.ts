/**
 * Matches a path with a file mask such as `po/*.po`: each `*` stands for any text within one part of the path, everything else
 * for itself. A literal bracket is written `[[]` or `[]]`. Returns the text of each `*`, in their order; undefined when the
 * path does not fit.
 */
export function matchMask(mask: string, path: string): string[] | undefined {
  const maskParts = mask.split('/');
  const pathParts = path.split('/');
  if (maskParts.length !== pathParts.length) {
    return undefined;
  }
  const captures: string[] = [];
  for (const [position, maskPart] of maskParts.entries()) {
    const found = matchPart(maskPart, pathParts[position] ?? '');
    if (!found) {
      return undefined;
    }
    captures.push(...found);
  }
  return captures;
}

/**
 * The earlier of two `*` in one part takes as much as it can, so the texts between are looked for from the end. One pass over
 * the part: no mask makes this slow.
 */
function matchPart(mask: string, text: string): string[] | undefined {
  const [head = '', ...pieces] = mask.split('*').map(literalText);
  const tail = pieces.pop();
  if (tail === undefined) {
    return text === head ? [] : undefined;
  }
  if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) {
    return undefined;
  }
  const captures: string[] = [];
  let end = text.length - tail.length;
  for (const piece of pieces.reverse()) {
    const start = text.lastIndexOf(piece, end - piece.length);
    if (end - piece.length < head.length || start < head.length) {
      return undefined;
    }
    captures.unshift(text.slice(start + piece.length, end));
    end = start;
  }
  return [text.slice(head.length, end), ...captures];
}

function literalText(text: string): string {
  return text.replaceAll('[[]', '[').replaceAll('[]]', ']');
}

/**
 * The language code in a path: the longest text that a `*` stands for, the first of several; undefined when the path does not
 * fit. An encoding after it is no part of the code: `cs.UTF-8` is `cs`.
 */
export function codeInPath(mask: string, path: string): string | undefined {
  const captures = matchMask(mask, path);
  if (!captures) {
    return undefined;
  }
  let code = '';
  for (const capture of captures) {
    if (capture.length > code.length) {
      code = capture;
    }
  }
  return /\.(?:utf|iso)/i.test(code) ? code.replace(/\..*$/, '') : code;
}

/** The path of the file for a code. */
export function pathForCode(mask: string, code: string): string {
  return mask.split('*').map(literalText).join(code);
}

/** A file of a component, in the order in which files are read. */
export interface LanguageFile {
  path: string;
  /** As in the path; null for the template, which has the source language. */
  code: string | null;
}

/**
 * Which of a repository's files a component translates: the template first, then by path. Left out are the intermediate file,
 * files without a code, files called `source` and those whose code `isWanted` refuses.
 */
export function languageFiles(
  paths: Iterable<string>,
  {
    mask,
    template = '',
    intermediate = '',
    isWanted = () => true,
  }: { mask: string; template?: string; intermediate?: string; isWanted?: (code: string) => boolean },
): LanguageFile[] {
  const files: LanguageFile[] = [];
  let hasTemplate = false;
  for (const path of [...new Set(paths)].sort()) {
    const code = codeInPath(mask, path);
    if (path === template) {
      hasTemplate = true;
    } else if (path !== intermediate && code && code !== 'source' && isWanted(code)) {
      files.push({ path, code });
    }
  }
  return hasTemplate ? [{ path: template, code: null }, ...files] : files;
}
