import { isIPv4, isIPv6 } from 'node:net';

/** 4 bytes, or 8 groups. Mapped, compatible, NAT64 and 6to4 forms become IPv4, so no spelling evades a rule. */
export type IpAddress = { family: 4; parts: number[] } | { family: 6; parts: number[] };

/** Ignores a zone (`%eth0`). */
export function parseIp(text: string): IpAddress | null {
  const address = text.replace(/%.*$/, '');
  if (isIPv4(address)) return { family: 4, parts: address.split('.').map(Number) };
  if (!isIPv6(address)) return null;
  const groups = expand(address);
  return embeddedIpv4(groups) ?? { family: 6, parts: groups };
}

/** False for different families. */
export function sharePrefix(left: IpAddress, right: IpAddress, bits: number): boolean {
  if (left.family !== right.family) return false;
  const width = left.family === 4 ? 8 : 16;
  return left.parts.every((part, index) => {
    const relevant = Math.min(width, Math.max(0, bits - index * width));
    const shift = width - relevant;
    return part >> shift === (right.parts[index] ?? 0) >> shift;
  });
}

export interface IpBlock {
  address: IpAddress;
  bits: number;
}

export function parseBlock(text: string): IpBlock | null {
  const [written = '', bits, ...rest] = text.split('/');
  const address = parseIp(written);
  if (!address || rest.length > 0) return null;
  const all = address.family === 4 ? 32 : 128;
  // Prefix lengths of IPv4-mapped blocks count from the IPv6 form.
  const offset = address.family === 4 && isIPv6(written) ? 96 : 0;
  if (bits === undefined) return { address, bits: all };
  if (!/^\d{1,3}$/.test(bits)) return null;
  const prefix = Number(bits) - offset;
  return prefix >= 0 && prefix <= all ? { address, bits: prefix } : null;
}

export function isInBlock(address: IpAddress, block: IpBlock): boolean {
  return sharePrefix(address, block.address, block.bits);
}

function expand(address: string): number[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a: string, b: string, c: string, d: string) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  );
  const [head = '', tail] = hex.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(zeros).fill('0'), ...after].map((group) => parseInt(group, 16));
}

function embeddedIpv4(groups: number[]): IpAddress | null {
  const startsWith = (...prefix: number[]): boolean => prefix.every((group, index) => groups[index] === group);
  const at = (index: number): IpAddress => ({
    family: 4,
    parts: [groups[index] ?? 0, groups[index + 1] ?? 0].flatMap((group) => [group >> 8, group & 255]),
  });
  if (startsWith(0, 0, 0, 0, 0, 0xffff)) return at(6);
  if (startsWith(0, 0, 0, 0, 0xffff, 0)) return at(6);
  if (startsWith(0x64, 0xff9b)) return at(6);
  if (startsWith(0x2002)) return at(1);
  const compatible = startsWith(0, 0, 0, 0, 0, 0) && ((groups[6] ?? 0) > 0 || (groups[7] ?? 0) > 1);
  return compatible ? at(6) : null;
}
