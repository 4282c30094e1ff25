import { STATUS_CODES } from 'node:http';

/** A page that shows an answer of the API to a person: the JSON with its links to follow. */
export function apiPage(
  request: { method: string; path: string; base: string },
  status: number,
  body: unknown,
): string {
  const title = `${request.method} ${request.path}`;
  const json = body === null || body === undefined ? '' : JSON.stringify(body, null, 2);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>HTTP ${status} ${escaped(STATUS_CODES[status] ?? '')}</p>
<pre>${linked(escaped(json), escaped(`${request.base}/`))}</pre>
</body>
</html>
`;
}

/** Strings of `json` (escaped) that are URLs of this server become links. */
function linked(json: string, base: string): string {
  return json.replaceAll(/&quot;(https?:[^\s]*?)&quot;/g, (text, url: string) =>
    url.startsWith(base) ? `&quot;<a href="${url}">${url}</a>&quot;` : text,
  );
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
