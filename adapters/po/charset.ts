/** As far as a header may reach into the file, with the licence above it. */
const peekedBytes = 65_536;

const piece = String.raw`"(?:[^"\\\n]|\\.)*"\s*`;
/** The first entry of a file with LF line ends, if its `msgid` is empty. */
const headerPattern = new RegExp(
  String.raw`^(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*msgid\s*(?:""\s*)+msgstr\s*(?<header>(?:${piece})+)`,
);
const charsetPattern = /Content-Type:[^\n]*?charset=(?<charset>[^\s"\\;]+)/i;

/**
 * The encoding that the header of a PO file names, lower case; UTF-8 for a file without header. ASCII and the
 * placeholder of a template count as UTF-8, which holds both.
 */
export function readCharset(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, peekedBytes));
  const text = head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .replace(/\r\n?/g, '\n');
  const header = headerPattern.exec(text)?.groups?.header ?? '';
  const charset = charsetPattern.exec(header)?.groups?.charset?.toLowerCase() ?? 'utf-8';
  return isAscii(charset) ? 'utf-8' : charset;
}

/** Whether a file that names `charset` may hold ASCII only. */
export function isAscii(charset: string): boolean {
  return ['charset', 'ascii', 'us-ascii', 'ansi_x3.4-1968'].includes(charset.toLowerCase());
}

/** The `charset` value in a `Content-Type` header field. */
export function charsetOf(contentType: string): string {
  return /charset=(?<charset>[^\s;]+)/i.exec(contentType)?.groups?.charset ?? '';
}
