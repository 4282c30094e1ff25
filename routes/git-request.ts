/** What a request below `/git/` asks for. */
export interface GitRequest {
  /** `project/[category/…]component`, decoded. */
  path: string;
  /**
   * `refs`: which branches there are, `objects`: the commits themselves; `push`: another service, or git's old way of
   * reading single files; `page`: a visit with a browser.
   */
  kind: 'refs' | 'objects' | 'push' | 'page';
  /** What followed the component's address, with the query: a redirect keeps it. */
  rest: string;
}

/** Reads path and query (`?…` or empty) of an URL; null when it is none of a repository. */
export function parseGitRequest(path: string, search: string): GitRequest | null {
  const { name, tail } =
    /^\/git\/(?<name>[^/]+\/.+?)\/(?<tail>info\/refs|git-[a-z-]+-pack|HEAD|objects\/.*)$/.exec(path)
      ?.groups ??
    /^\/git\/(?<name>[^/]+\/.+?)\/?$/.exec(path)?.groups ??
    {};
  const decoded = decodePath(name ?? '');
  if (decoded === null) {
    return null;
  }
  return { path: decoded, kind: kindOf(tail, new URLSearchParams(search)), rest: `${tail ?? ''}${search}` };
}

function kindOf(tail: string | undefined, query: URLSearchParams): GitRequest['kind'] {
  if (tail === undefined) {
    return 'page';
  }
  if (tail === 'info/refs') {
    return query.get('service') === 'git-upload-pack' ? 'refs' : 'push';
  }
  return tail === 'git-upload-pack' ? 'objects' : 'push';
}

function decodePath(path: string): string | null {
  try {
    const parts = path.split('/').map(decodeURIComponent);
    return parts.every((part) => part !== '' && !part.includes('/')) ? parts.join('/') : null;
  } catch {
    // A broken escape names nothing.
    return null;
  }
}
