import type { FirstCredentials } from '../models/seed.ts';
import type { Config } from './config.ts';

/**
 * Shows what the first start created; nothing at a later one. To be called at once, not when all is up: should the rest
 * of the start fail, the account is there and nobody would know its password.
 */
export function showFirstCredentials(
  credentials: FirstCredentials | null,
  { adminToken }: Config,
  print: (line: string) => void,
): void {
  if (!credentials) {
    return;
  }
  const { username, password, token } = credentials;
  for (const line of [
    'First start: this account was created, and is shown only this once.',
    `  user      ${username}`,
    `  password  ${password}`,
    `  token     ${adminToken === null ? token : 'as set in DRAGOMAN_ADMIN_TOKEN'}`,
    '',
  ]) {
    print(line);
  }
}
