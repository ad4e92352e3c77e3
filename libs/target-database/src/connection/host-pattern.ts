import { isInBlock, parseBlock, type IpAddress } from './ip-address.js';

/**
 * Whether a host is covered by one pattern of `ASSAY_TARGET_HOSTS`: a name (`db.example.com`), a name with a wildcard
 * (`*.example.com`, which covers every depth below), an address or a block (`10.0.0.0/8`), each with an optional port.
 * A block has to hold every address that the name stands for.
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
