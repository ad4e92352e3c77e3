import { isInBlock, parseBlock, type IpAddress } from './ip-address.js';

/**
 * An entry of `ASSAY_TARGET_HOSTS`, `ASSAY_MODEL_HOSTS` or `ASSAY_WEBHOOK_HOSTS`: a name, `*.example.com` (any depth),
 * an address or a block, which must contain all addresses.
 */
export function matchesHostPattern(
  pattern: string,
  host: { name: string; port: number; addresses: IpAddress[] },
): boolean {
  const { place, port } = splitPort(pattern.trim().toLowerCase());
  if (port !== null && port !== host.port) return false;
  if (parseBlock(place)) return isBlockOf(place, host.addresses);
  if (place === '*') return true;
  if (place.startsWith('*.')) return host.name.endsWith(place.slice(1)) && host.name.length > place.length - 1;
  return place === host.name;
}

/** Whether the pattern is an address or block that contains all these. */
export function isBlockOf(pattern: string, addresses: IpAddress[]): boolean {
  const block = parseBlock(pattern);
  return block !== null && addresses.length > 0 && addresses.every((address) => isInBlock(address, block));
}

function splitPort(pattern: string): { place: string; port: number | null } {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(pattern);
  const plain = /^([^:]+):(\d+)$/.exec(pattern);
  const [, place = pattern, port] = bracketed ?? plain ?? [];
  return { place, port: port === undefined ? null : Number(port) };
}
