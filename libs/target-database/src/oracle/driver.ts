import type { DatabaseDriver } from '../driver.js';
import { readText } from '../introspection/catalog-cells.js';
import { readCatalog, readRelations, readTables } from './catalog.js';
import { readDeclared } from './declared.js';
import { connect } from './connection.js';
import { readPrivileges } from './privileges.js';
import { exampleText, holdsText, showsExamples, valueQuery } from './queries.js';
import { OracleSession } from './session.js';

/** 12.1 or later, thin mode. Not tested live. */
export function oracleDriver(): DatabaseDriver {
  return {
    dialect: 'oracle',
    viewDefinitionsPublic: false,
    growAfterMs: 50,
    open: async ({ target, address }, limits) => {
      if (target.kind !== 'server') throw new TypeError('Oracle is reached through a server');
      const { default: oracledb } = await import('oracledb');
      const connection = await connect(target, address, limits);
      return new OracleSession(connection, oracledb);
    },
    version: async (session, signal) => {
      const sql = `select version from product_component_version where product like 'Oracle%' and rownum = 1`;
      return `Oracle ${await readText(session, sql, signal)}`;
    },
    privileges: readPrivileges,
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
