import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Where a pid of this process means something: among the processes of this machine or, in a container, among those that
 * ever ran in it. A container that is started again has other namespaces and the same host value, so that the next
 * process of a service can tell that the one before is dead.
 */
export function hostOf(service: string, mounts: string = mountsOfSelf()): string {
  const container = containerIn(mounts);
  // containers of one pod have one id and pids of their own: only those of the same service are compared
  return container === null
    ? `${hostname()} ${linkOf('/proc/self/ns/pid')}`
    : `${hostname()} container:${container} ${service}`;
}

/**
 * The id of the container, which engines show in the file that they mount over /etc/hostname; null outside of
 * containers, and where an engine does otherwise.
 *
 * @param mounts as /proc/self/mountinfo has them: the fourth field is the mounted file, the fifth its place
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
