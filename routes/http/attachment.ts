/**
 * `Content-Disposition` of a file to be saved. Names hold letters of any language; the plain form is for clients that do not
 * know the other one.
 */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`}`;
}
