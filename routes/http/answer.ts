import type { Readable } from 'node:stream';

/**
 * What a handler answers when a plain value with status 200 does not say it all.
 */
export class Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 201 with the new object, and `Location` where it has a URL. */
export function created(body: object, location?: string): Answer {
  return new Answer(201, body, location === undefined ? {} : { Location: location });
}

/** 204: an object was deleted. */
export function noContent(): Answer {
  return new Answer(204, null);
}

/** Bytes as they are, with their own headers; never shown as JSON or a page. */
export class FileAnswer {
  readonly content: Readable | Buffer;
  readonly headers: Readonly<Record<string, string>>;

  constructor(content: Readable | Buffer, headers: Record<string, string>) {
    this.content = content;
    this.headers = headers;
  }
}

/** 304: the client has this content already. */
export function notModified(headers: Record<string, string>): Answer {
  return new Answer(304, null, headers);
}
