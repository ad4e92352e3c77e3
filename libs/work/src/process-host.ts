import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Scope in which a pid is unique: the machine, or the container across restarts, so that a restarted container
 * recognises its dead predecessor.
 */
export function hostOf(service: string, mounts: string = mountsOfSelf()): string {
  const container = containerIn(mounts);
  // containers of a pod share an id but not pids: compare within a service only
  return container === null
    ? `${hostname()} ${linkOf('/proc/self/ns/pid')}`
    : `${hostname()} container:${container} ${service}`;
}

/**
 * Container id from the mount of /etc/hostname.
 * @param mounts content of /proc/self/mountinfo
 */
function containerIn(mounts: string): string | null {
  const source = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .find((fields) => fields[4] === '/etc/hostname')?.[3];
  return /\b[0-9a-f]{64}\b/.exec(source ?? '')?.[0] ?? null;
}

function mountsOfSelf(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return '';
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
