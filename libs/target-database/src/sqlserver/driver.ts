import type { DatabaseDriver } from '../driver.js';
import { readText } from '../introspection/catalog-cells.js';
import { readRelations, readTables } from './catalog.js';
import { readDeclared } from './declared.js';
import { openLink } from './link.js';
import { readPrivileges } from './privileges.js';
import { exampleText, holdsText, showsExamples, valueQuery } from './queries.js';
import { SqlServerSession } from './session.js';

/** SQL Server 2016 or later, through mssql. Not yet tested against a live server. */
export function sqlServerDriver(): DatabaseDriver {
  return {
    dialect: 'sqlserver',
    viewDefinitionsPublic: false,
    growAfterMs: 50,
    open: async ({ target, address }, limits) => {
      if (target.kind !== 'server') throw new TypeError('SQL Server is reached through a server');
      return new SqlServerSession(await openLink(target, address, limits));
    },
    version: (session, signal) =>
      readText(session, "select 'SQL Server ' + convert(nvarchar(60), serverproperty('ProductVersion'))", signal),
    privileges: readPrivileges,
    relations: readRelations,
    catalog: async () => null,
    declared: readDeclared,
    tables: readTables,
    showsExamples,
    holdsText,
    exampleText,
    valueQuery,
  };
}
