import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { Cluster } from './cluster.js';
import { exists } from './exists.js';
import { isServerOf, readPostmaster } from './postmaster.js';
import { RELOCATION_ROOTS, canEnter, firstWritable, type SystemUser } from './system-user.js';

const POINTER = 'location.json';
const TEMPORARY_PREFIX = 'assay-cluster-';

/** If `user` cannot enter `dataDir`, a pointer file names another folder. */
export async function locateCluster(
  dataDir: string,
  user: SystemUser | null,
  onNotice: (message: string) => void,
): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  const home = await realpath(dataDir);
  if (user === null || (await canEnter(user, home))) return new Cluster(join(home, 'cluster'));
  const written = await readFile(join(home, POINTER), 'utf8').catch(() => null);
  const location = written === null ? null : (JSON.parse(written) as { home: string; cluster: string });
  // A copied data folder has the pointer of the original.
  if (location?.home === home) return new Cluster(location.cluster);
  const cluster = await chooseFolder(home);
  await writeFile(join(home, POINTER), JSON.stringify({ home, cluster }), { mode: 0o644 });
  // Written last: `removeAbandoned` deletes folders whose `home` has no pointer.
  const folder = dirname(cluster);
  if (basename(folder).startsWith(TEMPORARY_PREFIX)) await writeFile(join(folder, 'home'), home);
  onNotice(`user ${user.name} cannot enter ${home}: the database's files are in ${cluster}`);
  return new Cluster(cluster);
}

async function chooseFolder(home: string): Promise<string> {
  const temporary = await realpath(tmpdir());
  if (!home.startsWith(temporary + sep)) {
    return join(await firstWritable(RELOCATION_ROOTS), `cluster-${randomBytes(6).toString('hex')}`);
  }
  await removeAbandoned(temporary);
  const folder = await mkdtemp(join(temporary, TEMPORARY_PREFIX));
  await chmod(folder, 0o711);
  return join(folder, 'cluster');
}

async function removeAbandoned(temporary: string): Promise<void> {
  for (const name of await readdir(temporary)) {
    if (!name.startsWith(TEMPORARY_PREFIX)) continue;
    const folder = join(temporary, name);
    const home = await readFile(join(folder, 'home'), 'utf8').catch(() => null);
    if (home === null || (await exists(join(home, POINTER)))) continue;
    const { pgdata } = new Cluster(join(folder, 'cluster'));
    const server = await readPostmaster(pgdata);
    if (server !== null && (await isServerOf(server.pid, pgdata))) continue;
    await rm(folder, { recursive: true, force: true });
  }
}
