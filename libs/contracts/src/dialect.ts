/** How the url of a database names it: a server by host and port, or a file by its path. */
export interface UrlShape {
  /** Without `://`; the first is the one that is told. */
  readonly schemes: readonly [string, ...string[]];
  /** The port where a url has none; null for files. */
  readonly port: number | null;
  /** What stands at the end of an example: the name of a database, of a service, or of a file. */
  readonly ends: string;
  /** Whether a folder of files is a database, too. */
  readonly folders?: boolean;
}

const server = (port: number, schemes: UrlShape['schemes'], ends = 'database') => ({ schemes, port, ends });

/** Dialects of target databases, one line each; the names are those of the outside contract. */
export const DIALECT_URLS = {
  postgres: server(5432, ['postgres', 'postgresql']),
  mysql: server(3306, ['mysql']),
  mariadb: server(3306, ['mariadb', 'mysql']),
  sqlite: { schemes: ['sqlite'], port: null, ends: 'path.sqlite' },
  sqlserver: server(1433, ['sqlserver', 'mssql']),
  oracle: server(1521, ['oracle'], 'service'),
  duckdb: { schemes: ['duckdb'], port: null, ends: 'path.duckdb', folders: true },
} as const satisfies Record<string, UrlShape>;

export type Dialect = keyof typeof DIALECT_URLS;

export const DIALECTS = Object.keys(DIALECT_URLS) as [Dialect, ...Dialect[]];

/** The url of a database that is made of the files uploaded to its workspace. */
export const UPLOADS_URL = 'duckdb://uploads';

/** Whether a dialect's databases are files. */
export function isFileDialect(dialect: Dialect): boolean {
  return DIALECT_URLS[dialect].port === null;
}

/** Whether a folder of files is a database of the dialect. */
export function takesFolders(dialect: Dialect): boolean {
  const { folders = false }: UrlShape = DIALECT_URLS[dialect];
  return folders;
}

/** A url of the dialect, for people. */
export function urlExample(dialect: Dialect): string {
  const { schemes, port, ends }: UrlShape = DIALECT_URLS[dialect];
  return port === null ? `${schemes[0]}:///absolute/${ends}` : `${schemes[0]}://reader:password@host:${port}/${ends}`;
}

/** The dialect that a url speaks by its scheme; null for schemes that say nothing. Of several, the first of the list. */
export function dialectOfUrl(url: string): Dialect | null {
  const scheme = /^([a-z]+):/i.exec(url)?.[1]?.toLowerCase() ?? '';
  const schemesOf = (dialect: Dialect): readonly string[] => DIALECT_URLS[dialect].schemes;
  return DIALECTS.find((dialect) => schemesOf(dialect).includes(scheme)) ?? null;
}
