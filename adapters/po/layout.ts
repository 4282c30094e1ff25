import { type PoDocument, rawPieces } from './document.ts';
import { isUnwrapped, type PoWrapping } from './wrap.ts';

/** `po_line_wrap`: columns of text, or one of the two special values. */
export const gettextWidth = 77;
export const onlyAtLineEnds = 65_535;
export const neverWrap = -1;

/**
 * How edited texts are broken into lines. A setting other than the default decides; else the file's own habit, so
 * that a file whose long lines are not broken stays so.
 */
export function wrappingOf(document: PoDocument, setting: unknown): PoWrapping {
  const width = typeof setting === 'number' ? setting : gettextWidth;
  if (width === neverWrap) {
    return { kind: 'never' };
  }
  if (width === onlyAtLineEnds) {
    return { kind: 'line ends' };
  }
  return width === gettextWidth ? habitOf(document) : { kind: 'width', width };
}

function habitOf(document: PoDocument): PoWrapping {
  let split = 0;
  let wrapped = 0;
  for (const { id, idPlural, strings } of document.items) {
    for (const text of [id, ...(idPlural ? [idPlural] : []), ...strings]) {
      const hasLines = text.value.slice(0, -1).includes('\n');
      if (!hasLines && text.end - text.start <= gettextWidth + 2) {
        continue;
      }
      const pieces = rawPieces(document, text);
      if (hasLines) {
        split += pieces.length > 1 ? 1 : -1;
      }
      const broken = pieces.slice(0, -1).some((piece) => piece !== '' && !piece.endsWith('\\n'));
      if (broken) {
        wrapped += 1;
      } else if (text.value.split('\n').some((line) => isUnwrapped(line, gettextWidth))) {
        wrapped -= 1;
      }
    }
  }
  if (split < 0) {
    return { kind: 'never' };
  }
  return wrapped < 0 ? { kind: 'line ends' } : { kind: 'width', width: gettextWidth };
}
