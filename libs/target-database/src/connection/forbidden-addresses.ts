import { isInBlock, parseBlock, type IpAddress, type IpBlock } from './ip-address.js';

function blocks(...texts: string[]): IpBlock[] {
  return texts.map((text) => {
    const block = parseBlock(text);
    if (!block) throw new Error(`not a block of addresses: ${text}`);
    return block;
  });
}

/** Blocks that no workspace may ever reach, with the reason that is given. */
const FORBIDDEN: { reason: string; blocks: IpBlock[] }[] = [
  // 169.254.169.254 and its kin live here: metadata services hand out credentials of the machine.
  { reason: 'link-local addresses are never dialled', blocks: blocks('169.254.0.0/16', 'fe80::/10', 'fec0::/10') },
  {
    reason: 'metadata addresses are never dialled',
    blocks: blocks('fd00:ec2::/32', 'fd20:ce::254', '168.63.129.16', '100.100.100.200', '192.0.0.192'),
  },
  // Teredo hides an IPv4 address behind a relay; no database lives there.
  { reason: 'tunnelled addresses are never dialled', blocks: blocks('2001::/32') },
  {
    reason: 'unspecified, multicast and broadcast addresses are never dialled',
    blocks: blocks('0.0.0.0/8', '::', '224.0.0.0/4', 'ff00::/8', '255.255.255.255'),
  },
];

const LOOPBACK = blocks('127.0.0.0/8', '::1');

/** Why an address may never be dialled; null where nothing speaks against it. */
export function forbiddenReason(address: IpAddress): string | null {
  return FORBIDDEN.find((rule) => rule.blocks.some((block) => isInBlock(address, block)))?.reason ?? null;
}

/** Whether an address is one of this machine's own loopback addresses. */
export function isLoopback(address: IpAddress): boolean {
  return LOOPBACK.some((block) => isInBlock(address, block));
}
