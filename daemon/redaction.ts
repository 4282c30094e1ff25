/** Where secrets stand in a text: credentials of a URL, API tokens, request headers, query parameters. */
const secrets: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/(?<scheme>\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#"'\\]*@/gi, '$<scheme>***@'],
  [/\b(?<prefix>wl[up]_)[A-Za-z0-9_-]+/g, '$<prefix>***'],
  [/(?<header>authorization["'\\]*\s*[:=]\s*["'\\]*(?:\w+\s+)?)[^\s"'\\,;]+/gi, '$<header>***'],
  [
    /(?<name>[?&](?:[a-z_-]*token|[a-z_-]*key|[a-z_-]*secret|password|signature)=)[^&\s"'\\#]*/gi,
    '$<name>***',
  ],
];

/** `text` with its secrets made unreadable, for logs and messages. */
export function withoutSecrets(text: string): string {
  let clean = text;
  for (const [pattern, replacement] of secrets) {
    clean = clean.replace(pattern, replacement);
  }
  return clean;
}
