import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from './failure.ts';

/** What the commands read of the API's objects. */
export interface ApiObject {
  [field: string]: unknown;
}

/** An answer that says no. */
export class Refused extends Failure {
  override name = 'Refused';
  readonly status: number;

  constructor(request: string, status: number, text: string) {
    super(`${request} was answered ${status}: ${text.slice(0, 500)}`);
    this.status = status;
  }
}

/** Speaks the API of a running server for commands that act through it. */
export class ApiClient {
  #base: string;
  #token: string;

  /** @param base public address of the server, without a trailing slash */
  constructor(base: string, token: string) {
    this.#base = base;
    this.#token = token;
  }

  /** Gives null where there is no such object. */
  async get(path: string): Promise<ApiObject | null> {
    const response = await this.#send('GET', path);
    return response.status === 404 ? null : this.#read(response, `GET ${path}`);
  }

  async post(path: string, body: ApiObject): Promise<ApiObject> {
    return this.#read(await this.#send('POST', path, body), `POST ${path}`);
  }

  /** Waits for the task that `taskUrl` names. @throws {Failure} when it fails or takes longer than `seconds`. */
  async finish(taskUrl: string, seconds: number): Promise<void> {
    const path = taskUrl.slice(taskUrl.indexOf('/api/'));
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      const task = await this.get(path);
      if (!task || task.completed === true) {
        return failOn(task?.result);
      }
      await delay(200);
    }
    throw new Failure(`the server has been at it for ${seconds} s; follow it at ${taskUrl}`);
  }

  async #send(method: string, path: string, body?: ApiObject): Promise<Response> {
    const headers = { Authorization: `Token ${this.#token}`, 'Content-Type': 'application/json' };
    try {
      return await fetch(`${this.#base}${path}`, { method, headers, body: body && JSON.stringify(body) });
    } catch (error) {
      throw new Failure(`no server answers at ${this.#base}/: start it first, or name it with --url`, {
        cause: error,
      });
    }
  }

  async #read(response: Response, request: string): Promise<ApiObject> {
    const text = await response.text();
    if (response.status === 401) {
      throw new Failure('the server does not know this token; `dragoman token new admin` makes a new one');
    }
    if (!response.ok) {
      throw new Refused(request, response.status, text);
    }
    return JSON.parse(text);
  }
}

/** The result of a task that failed is a text, that of one that did not is none. */
function failOn(result: unknown): void {
  if (typeof result === 'string') {
    throw new Failure(result);
  }
}
