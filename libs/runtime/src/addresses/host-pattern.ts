import { isInBlock, parseBlock, type IpAddress } from './ip-address.js';

/**
 * An entry of `ASSAY_TARGET_HOSTS` or `ASSAY_MODEL_HOSTS`: a name, `*.example.com` (any depth), an address or a block,
 * which must contain all addresses. These variables accept no port.
 */
export function matchesHostPattern(
  pattern: string,
  host: { name: string; port: number; addresses: IpAddress[] },
): boolean {
  const { place, port } = splitPort(pattern.trim().toLowerCase());
  if (port !== null && port !== host.port) return false;
  const block = parseBlock(place);
  if (block) return host.addresses.length > 0 && host.addresses.every((address) => isInBlock(address, block));
  if (place === '*') return true;
  if (place.startsWith('*.')) return host.name.endsWith(place.slice(1)) && host.name.length > place.length - 1;
  return place === host.name;
}

function splitPort(pattern: string): { place: string; port: number | null } {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(pattern);
  const plain = /^([^:]+):(\d+)$/.exec(pattern);
  const [, place = pattern, port] = bracketed ?? plain ?? [];
  return { place, port: port === undefined ? null : Number(port) };
}
