import { BlockList, isIPv6 } from 'node:net';

/** Addresses that belong to no host of the public internet, by the registries of IANA. */
const networks: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Unspecified, loopback and IPv4-compatible.
  ['::', 96],
  // Translated and tunnelled IPv4: the address inside could be any of the above.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['2001::', 32],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const closed = new BlockList();
for (const [network, bits] of networks) {
  closed.addSubnet(network, bits, isIPv6(network) ? 'ipv6' : 'ipv4');
}

/** Whether the IP address is one of the public internet. IPv4 addresses written as IPv6 count as what they are. */
export function isPublicAddress(address: string): boolean {
  return !closed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
