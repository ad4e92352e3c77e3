import { access, constants, mkdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InfrastructureError } from '@assay/contracts';

export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

/** The first writable one holds files whose folder the account cannot enter. */
export const RELOCATION_ROOTS = ['/var/lib/assay', '/var/tmp/assay'];

/** Null: the current user. For root, which PostgreSQL refuses: the cluster's owner, `postgres` or `nobody`. */
export async function findServerUser(clusterFolder: string): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(clusterFolder).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { name: `#${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const accounts = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find((fields) => fields[0] === name);
    if (account !== undefined) return { name, uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new InfrastructureError(
    'EMBEDDED_POSTGRES_USER',
    'PostgreSQL does not run as root, and there is no user postgres or nobody to run it as; start as another user or set DATABASE_URL.',
  );
}

/** Whether `user` may enter or execute it, by the mode bits of it and all parents. */
export async function canEnter(user: SystemUser, path: string): Promise<boolean> {
  for (let folder = await realpath(path); ; folder = dirname(folder)) {
    if (!(await allows(user, folder, 0o1))) return false;
    if (folder === dirname(folder)) return true;
  }
}

async function allows(user: SystemUser, path: string, wanted: number): Promise<boolean> {
  const { uid, gid, mode } = await stat(path);
  const granted = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
  return (granted & wanted) === wanted;
}

export async function firstWritable(folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o755 });
      await access(folder, constants.W_OK);
      return folder;
    } catch {
      // Try the next one.
    }
  }
  throw new InfrastructureError('EMBEDDED_POSTGRES_FOLDER', `None of ${folders.join(', ')} can be written.`);
}
