import type { Dialect } from '@assay/contracts';
import { ConfigError, type Config } from '@assay/runtime';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Files that somebody wants to ask about where they lie. */
export interface DataFiles {
  path: string;
  /** Of the workspace. */
  name: string;
  database: { dialect: Dialect; url: string };
  /** What has to be among the folders that workspaces may open. */
  folder: string;
}

/**
 * The files that `--data` names, resolved from where the command was given.
 *
 * @throws ConfigError where nothing is there
 */
export async function dataFiles(given: string, environment: NodeJS.ProcessEnv): Promise<DataFiles> {
  // npm runs scripts in the folder of the package and says where it was called itself
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

/** The configuration of a process that may open these files beside what it is told. */
export function withData(config: Config, data: DataFiles | null): Config {
  if (data === null) return config;
  const { sqliteDirs } = config.targets;
  return { ...config, targets: { ...config.targets, sqliteDirs: [...sqliteDirs, data.folder] } };
}
