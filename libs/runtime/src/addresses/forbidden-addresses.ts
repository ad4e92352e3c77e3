import { isInBlock, parseBlock, type IpAddress, type IpBlock } from './ip-address.js';

function blocks(...texts: string[]): IpBlock[] {
  return texts.map((text) => {
    const block = parseBlock(text);
    if (!block) throw new Error(`not a block of addresses: ${text}`);
    return block;
  });
}

/** Never dialled. */
const FORBIDDEN: { reason: string; blocks: IpBlock[] }[] = [
  // Includes 169.254.169.254: metadata services expose machine credentials.
  { reason: 'link-local addresses are never dialled', blocks: blocks('169.254.0.0/16', 'fe80::/10', 'fec0::/10') },
  {
    reason: 'metadata addresses are never dialled',
    blocks: blocks('fd00:ec2::/32', 'fd20:ce::254', '168.63.129.16', '100.100.100.200', '192.0.0.192'),
  },
  // Teredo embeds an IPv4 address behind a relay.
  { reason: 'tunnelled addresses are never dialled', blocks: blocks('2001::/32') },
  {
    reason: 'unspecified, multicast and broadcast addresses are never dialled',
    blocks: blocks('0.0.0.0/8', '::', '224.0.0.0/4', 'ff00::/8', '255.255.255.255'),
  },
];

const LOOPBACK = blocks('127.0.0.0/8', '::1');

/** Of one site; 100.64.0.0/10 is shared by customers of a carrier. */
const PRIVATE = [...LOOPBACK, ...blocks('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7')];

export function forbiddenReason(address: IpAddress): string | null {
  return FORBIDDEN.find((rule) => rule.blocks.some((block) => isInBlock(address, block)))?.reason ?? null;
}

export function isLoopback(address: IpAddress): boolean {
  return LOOPBACK.some((block) => isInBlock(address, block));
}

export function isPrivate(address: IpAddress): boolean {
  return PRIVATE.some((block) => isInBlock(address, block));
}
