import type { Dialect } from '@assay/contracts';
import { ConfigError, type Config } from '@assay/runtime';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface DataFiles {
  path: string;
  name: string;
  database: { dialect: Dialect; url: string };
  /** Must be allowed in `targets.sqliteDirs`. */
  folder: string;
}

export async function dataFiles(given: string, environment: NodeJS.ProcessEnv): Promise<DataFiles> {
  // npm changes the folder; INIT_CWD is the caller's.
  const path = await realpath(resolve(environment['INIT_CWD'] ?? '.', given)).catch(() => null);
  if (path === null) throw new ConfigError([{ variable: '--data', message: `there is no file or folder ${given}` }]);
  const isFolder = (await stat(path)).isDirectory();
  const dialect = /\.(?:sqlite3?|db)$/i.test(path) ? 'sqlite' : 'duckdb';
  return {
    path,
    name: `files ${basename(path)}`
      .replace(/\p{Cc}/gu, ' ')
      .slice(0, 80)
      .trim(),
    database: { dialect, url: `${dialect}://${pathToFileURL(path).pathname}` },
    folder: isFolder ? path : dirname(path),
  };
}

export function withData(config: Config, data: DataFiles | null): Config {
  if (data === null) return config;
  const { sqliteDirs } = config.targets;
  return { ...config, targets: { ...config.targets, sqliteDirs: [...sqliteDirs, data.folder] } };
}
