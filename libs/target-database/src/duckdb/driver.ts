import { stat } from 'node:fs/promises';
import type { Privileges } from '@assay/contracts';
import type { Capabilities } from '../capabilities.js';
import type { DatabaseDriver } from '../driver.js';
import { textOf } from '../introspection/catalog-cells.js';
import { readCatalog, readRelations, readTables } from './catalog.js';
import { readDeclared } from './declared.js';
import { filesDatabase } from './files-database.js';
import { firstRowsSql, holdsText, sampleQuery, showsExamples, valueQuery } from './queries.js';
import { DuckdbSession } from './session.js';
import { isSourceFile } from './source-files.js';

const CAPABILITIES: Capabilities = {
  serverTimeout: false,
  readOnlyTransaction: true,
  explain: 'plan',
  pipelined: true,
  ownProcess: true,
  viewDefinitionsPublic: true,
  verifiedLive: true,
};

/** Nobody may write: the file is opened read-only, whatever the file system would allow. */
function privilegesOf({ findings }: DuckdbSession): Privileges {
  return { superuser: false, canWrite: false, findings };
}

/** DuckDB, in a process per session: a database file, or files that are read into a database of ours first. */
export function duckdbDriver(): DatabaseDriver {
  return {
    dialect: 'duckdb',
    capabilities: CAPABILITIES,
    // A process costs some 150 ms and as many megabytes: worth it only while another statement takes longer.
    growAfterMs: 200,
    open: async ({ target }, limits) => {
      if (target.kind !== 'file') throw new TypeError('DuckDB is reached through a file');
      const isMade = isSourceFile(target.path) || (await stat(target.path)).isDirectory();
      const { path, findings } = isMade ? await filesDatabase(target.path) : { path: target.path, findings: [] };
      return DuckdbSession.open(path, limits, findings);
    },
    version: async (session, signal) => {
      const limits = { timeoutMs: 5000, maxRows: 1, maxBytes: 1000 };
      const [row] = await session.read({ sql: 'select version()', parameters: [], ...limits }, signal);
      return `DuckDB ${textOf(row?.[0])}`;
    },
    privileges: async (session) => privilegesOf(session as DuckdbSession),
    relations: readRelations,
    catalog: readCatalog,
    declared: readDeclared,
    tables: readTables,
    showsExamples,
    holdsText,
    sampleQuery,
    valueQuery,
    firstRowsSql,
  };
}
