import { stat } from 'node:fs/promises';
import type { Privileges } from '@assay/contracts';
import type { ResolvedFile } from '../connection/connection-target.js';
import type { DatabaseDriver } from '../driver.js';
import { readText } from '../introspection/catalog-cells.js';
import { readCatalog, readRelations, readTables } from './catalog.js';
import { readDeclared } from './declared.js';
import { filesDatabase, preparedFiles, type FilesPlace } from './files-database.js';
import { exampleText, holdsText, showsExamples, valueQuery } from './queries.js';
import { DuckdbSession } from './session.js';
import { isSourceFile } from './source-files.js';

function privilegesOf({ findings }: DuckdbSession): Privileges {
  return { superuser: false, canWrite: false, findings };
}

/** Null for a DuckDB file. */
async function filesPlace({ path, files, isUploads = false }: ResolvedFile): Promise<FilesPlace | null> {
  const isFromFiles = isSourceFile(path) || (await stat(path)).isDirectory();
  return isFromFiles ? { path, files: files ?? null, mayBeEmpty: isUploads } : null;
}

export function duckdbDriver({ allowFunctions }: { allowFunctions: readonly string[] }): DatabaseDriver {
  return {
    dialect: 'duckdb',
    viewDefinitionsPublic: true,
    // A process costs 150 ms and 150 MB.
    growAfterMs: 200,
    open: async ({ target }, limits) => {
      if (target.kind !== 'file') throw new TypeError('DuckDB is reached through a file');
      const place = await filesPlace(target);
      const { path, findings } = place === null ? { path: target.path, findings: [] } : await filesDatabase(place);
      return DuckdbSession.open(path, limits, findings, allowFunctions);
    },
    prepare: async (target, fresh) => {
      const place = target.kind === 'file' ? await filesPlace(target) : null;
      return place === null ? '' : (await preparedFiles(place, fresh)).path;
    },
    version: async (session, signal) => `DuckDB ${await readText(session, 'select system.main.version()', signal)}`,
    privileges: async (session) => privilegesOf(session as DuckdbSession),
    relations: readRelations,
    catalog: readCatalog,
    declared: readDeclared,
    tables: readTables,
    showsExamples,
    holdsText,
    exampleText,
    valueQuery,
  };
}
