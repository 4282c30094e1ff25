import { isIP } from 'node:net';
import { tokenPattern } from '../models/api-token.ts';
import type { Rate } from '../routes/http/throttle.ts';
import { withoutSecrets } from './redaction.ts';

export interface ListenAddress {
  host: string;
  /** 0: any free port. */
  port: number;
}

/** Text that a setting does not allow; `allowed` says what it does allow. */
export class SettingError extends Error {
  override name = 'SettingError';
  readonly allowed: string;

  constructor(allowed: string) {
    super(allowed);
    this.allowed = allowed;
  }
}

export function readSwitch(text: string): boolean {
  if (/^(?:on|true|yes|1)$/i.test(text)) {
    return true;
  }
  if (/^(?:off|false|no|0)$/i.test(text)) {
    return false;
  }
  throw new SettingError('on or off');
}

export function readNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least || number > most) {
      throw new SettingError(`a whole number from ${least} to ${most}`);
    }
    return number;
  };
}

export function readChoice<T extends string>(choices: readonly T[]): (text: string) => T {
  return (text) => {
    const choice = choices.find((name) => name === text.toLowerCase());
    if (choice === undefined) {
      throw new SettingError(`one of ${choices.join(', ')}`);
    }
    return choice;
  };
}

const secondsOf: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };

/** `100/day`; `null` for `off`. */
export function readRate(text: string): Rate | null {
  if (/^off$/i.test(text)) {
    return null;
  }
  const { limit = '', unit = '' } = /^(?<limit>[1-9]\d{0,8})\/(?<unit>[a-z]+)$/.exec(text)?.groups ?? {};
  const seconds = secondsOf[unit];
  if (limit === '' || seconds === undefined) {
    throw new SettingError('off, or a number and second, minute, hour or day, such as 5000/hour');
  }
  return { limit: Number(limit), seconds };
}

/** `127.0.0.1:8080`, `localhost:8080`, `[::1]:8080`. */
export function readListenAddress(text: string): ListenAddress {
  const form = /^(?:\[(?<address6>[^\]]+)\]|(?<name>[A-Za-z0-9.-]+)):(?<port>\d{1,5})$/;
  const { address6, name, port = '' } = form.exec(text)?.groups ?? {};
  const host = address6 ?? name;
  const isHost = address6 === undefined || isIP(address6) === 6;
  if (host === undefined || !isHost || Number(port) > 65_535) {
    throw new SettingError('host:port or [address]:port, such as 127.0.0.1:8080 or [::1]:8080');
  }
  return { host, port: Number(port) };
}

/** A web address without a trailing slash. */
export function readWebAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!url || !isPlain || !['http:', 'https:'].includes(url.protocol)) {
    throw new SettingError(
      'an http or https address without user, query or fragment, such as https://l10n.example.org',
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

export function readDatabaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    !url ||
    !['mysql:', 'mariadb:'].includes(url.protocol) ||
    url.hostname === '' ||
    !/^\/[^/]+$/.test(url.pathname)
  ) {
    throw new SettingError('mysql://user:password@host:3306/name (unset: the embedded SQLite)');
  }
  return text;
}

export function readToken(text: string): string {
  if (!tokenPattern.test(text)) {
    throw new SettingError('wlu_ and 16 to 100 letters, digits, "_" or "-"');
  }
  return text;
}

/** `Name <mail>`. */
export function readPerson(text: string): { name: string; email: string } {
  const { name, email } =
    /^(?<name>[^<>\n]*[^<>\s]) <(?<email>[^<>\s@]+@[^<>\s@]+)>$/.exec(text)?.groups ?? {};
  if (name === undefined || email === undefined) {
    throw new SettingError('a name and a mail address, such as Dragoman <l10n@example.org>');
  }
  return { name, email };
}

/** Addresses and networks, comma separated, each as `address` or `address/prefix`. */
export function readNetworks(text: string): string[] {
  const networks = text.split(',').map((item) => item.trim());
  if (!networks.every(isNetwork)) {
    throw new SettingError('IP addresses or networks, comma separated, such as 127.0.0.1, 10.0.0.0/8');
  }
  return networks;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  return isIP(address) !== 0 && isPrefix && rest.length === 0;
}

/** `value` as a message may show it. */
export function shown(value: string): string {
  const clean = withoutSecrets(value);
  return `"${clean.length > 80 ? `${clean.slice(0, 80)}…` : clean}"`;
}
