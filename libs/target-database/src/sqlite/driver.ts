import type { Privileges } from '@assay/contracts';
import type { DatabaseDriver } from '../driver.js';
import { readText } from '../introspection/catalog-cells.js';
import { readCatalog, readRelations, readTables } from './catalog.js';
import { readDeclared } from './declared.js';
import { exampleText, holdsText, showsExamples, valueQuery } from './queries.js';
import { SqliteSession } from './session.js';

const NO_AUTHORIZER =
  'this Node.js has no authorizer for SQLite (24.10 and later have): only the guard and the read-only file protect it';

export function privilegesOf({ hasAuthorizer }: { hasAuthorizer: boolean }): Privileges {
  return { superuser: false, canWrite: false, findings: hasAuthorizer ? [] : [NO_AUTHORIZER] };
}

export function sqliteDriver(options: { doubleQuotedTexts: boolean }): DatabaseDriver {
  return {
    dialect: 'sqlite',
    viewDefinitionsPublic: true,
    // A process costs about 40 ms and 40 MB: worthwhile only during a longer statement.
    growAfterMs: 50,
    open: async ({ target }, limits) => {
      if (target.kind !== 'file') throw new TypeError('SQLite is reached through a file');
      return SqliteSession.open(target.path, limits, options);
    },
    version: async (session, signal) => `SQLite ${await readText(session, 'select sqlite_version()', signal)}`,
    privileges: async (session) => privilegesOf(session as SqliteSession),
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
