/** Url form: server with host and port, or file path. */
export interface UrlShape {
  /** Without `://`; examples use the first. */
  readonly schemes: readonly [string, ...string[]];
  readonly port: number | null;
  /** End of an example url: database, service or file. */
  readonly ends: string;
  /** A folder of files is a database, too. */
  readonly folders?: boolean;
}

const server = (port: number, schemes: UrlShape['schemes'], ends = 'database') => ({ schemes, port, ends });

/** Dialects of target databases; names are part of the outside contract. */
export const DIALECT_URLS = {
  postgres: server(5432, ['postgres', 'postgresql']),
  mysql: server(3306, ['mysql']),
  mariadb: server(3306, ['mariadb', 'mysql']),
  sqlite: { schemes: ['sqlite'], port: null, ends: 'path.sqlite' },
  sqlserver: server(1433, ['sqlserver', 'mssql']),
  oracle: server(1521, ['oracle'], 'service'),
  clickhouse: server(8123, ['clickhouse']),
  duckdb: { schemes: ['duckdb'], port: null, ends: 'path.duckdb', folders: true },
} as const satisfies Record<string, UrlShape>;

export type Dialect = keyof typeof DIALECT_URLS;

export const DIALECTS = Object.keys(DIALECT_URLS) as [Dialect, ...Dialect[]];

/** Stored in place of a url for workspaces of uploaded files. */
export const UPLOADS_URL = 'duckdb://uploads';

export function isFileDialect(dialect: Dialect): boolean {
  return DIALECT_URLS[dialect].port === null;
}

export function takesFolders(dialect: Dialect): boolean {
  const { folders = false }: UrlShape = DIALECT_URLS[dialect];
  return folders;
}

export function urlExample(dialect: Dialect): string {
  const { schemes, port, ends }: UrlShape = DIALECT_URLS[dialect];
  return port === null ? `${schemes[0]}:///absolute/${ends}` : `${schemes[0]}://reader:password@host:${port}/${ends}`;
}

/** The first match. */
export function dialectOfUrl(url: string): Dialect | null {
  const scheme = /^([a-z]+):/i.exec(url)?.[1]?.toLowerCase() ?? '';
  const schemesOf = (dialect: Dialect): readonly string[] => DIALECT_URLS[dialect].schemes;
  return DIALECTS.find((dialect) => schemesOf(dialect).includes(scheme)) ?? null;
}
