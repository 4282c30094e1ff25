import { isIPv4, isIPv6 } from 'node:net';
import type { Check, Subject } from '../check.ts';

export const url = {
  id: 'url',
  name: 'URL',
  description: 'The translation is not a complete web address.',
  kind: 'target',
  enabledBy: ['url'],
  fires: ({ pairs }: Subject) => pairs.some(({ source, target }) => source !== '' && !isUrl(target)),
} satisfies Check;

const longest = 2048;

const shape =
  /^(?:https?|ftps?):\/\/(?:[^\s:@/?#]*(?::[^\s:@/?#]*)?@)?(?<host>\[[\da-f:.]+\]|[^\s:@/?#[\]]+)(?::(?<port>\d{1,5}))?(?:[/?#]\S*)?$/i;

const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** Whether a text is an address in the web that works from everywhere: with scheme and full name of the host. */
function isUrl(text: string): boolean {
  if (text.length > longest) {
    return false;
  }
  const groups = shape.exec(text)?.groups;
  return groups !== undefined && isHost(groups.host!) && Number(groups.port ?? 0) <= 65535;
}

function isHost(host: string): boolean {
  if (host.startsWith('[')) {
    return isIPv6(host.slice(1, -1));
  }
  if (host.toLowerCase() === 'localhost' || isIPv4(host)) {
    return true;
  }
  const labels = host.replace(/\.$/, '').split('.');
  return labels.length > 1 && labels.every((part) => label.test(part)) && !/^\p{N}+$/u.test(labels.at(-1)!);
}
