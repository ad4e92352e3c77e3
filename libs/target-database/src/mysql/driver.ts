import type { Connection } from 'mysql2';
import type { DatabaseDriver, OpenLimits, SessionPlace } from '../driver.js';
import { readText } from '../introspection/catalog-cells.js';
import { withOpenLimits } from '../opening.js';
import type { DatabaseSession } from '../session.js';
import { targetFault } from '../target-faults.js';
import { readCatalog, readRelations, readTables } from './catalog.js';
import { readDeclared } from './declared.js';
import { connect } from './connection.js';
import { listsMysqlSession } from './listed-sessions.js';
import { readPrivileges } from './privileges.js';
import { exampleText, holdsText, showsExamples, valueQuery } from './queries.js';
import { MysqlSession, type Flavour, type SessionSetting } from './session.js';
import { streamOf, streamQuery } from './stream-query.js';

/** Modes that change the syntax; the guard parses without them. */
const LEXICAL_MODES = new Set([
  'ANSI',
  'ANSI_QUOTES',
  'DB2',
  'MAXDB',
  'MSSQL',
  'NO_BACKSLASH_ESCAPES',
  'ORACLE',
  'POSTGRESQL',
]);

const LOCK_WAIT_SECONDS = 5;

/** MySQL and MariaDB through mysql2; the server's version decides which. */
export function mysqlDriver(dialect: Flavour): DatabaseDriver {
  return {
    dialect,
    viewDefinitionsPublic: false,
    growAfterMs: 20,
    open: (place, limits) => open(place, limits, dialect),
    lists: listsMysqlSession,
    version: readVersion,
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

async function open(place: SessionPlace, limits: OpenLimits, dialect: Flavour): Promise<DatabaseSession> {
  if (place.target.kind !== 'server') throw new TypeError('MySQL is reached through a server');
  const { target } = place;
  const connection = await connect(target, place.address, limits);
  try {
    const settle = (): Promise<Omit<SessionSetting, 'target' | 'address'>> => settleSession(connection, dialect);
    const setting = await withOpenLimits(streamOf(connection), limits, settle);
    return new MysqlSession(connection, { target, address: place.address, ...setting });
  } catch {
    connection.destroy();
    // The driver only sends a quit.
    streamOf(connection).destroy();
    throw targetFault('DATABASE_UNREACHABLE');
  }
}

async function settleSession(
  connection: Connection,
  dialect: Flavour,
): Promise<Omit<SessionSetting, 'target' | 'address'>> {
  const [version = '', modes = ''] = await firstRow(connection, 'SELECT version(), @@sql_mode');
  const settings = ['SET SESSION TRANSACTION READ ONLY', sessionSettings(modes)];
  for (const setting of settings) await firstRow(connection, setting);
  return { dialect, flavour: /mariadb/i.test(version) ? 'mariadb' : 'mysql', settings };
}

export function sessionSettings(modes: string): string {
  const kept = modes.split(',').filter((mode) => /^[A-Z_]+$/.test(mode) && !LEXICAL_MODES.has(mode));
  return (
    `SET NAMES utf8mb4, SESSION sql_mode='${kept.join(',')}', autocommit=1, ` +
    `lock_wait_timeout=${LOCK_WAIT_SECONDS}, innodb_lock_wait_timeout=${LOCK_WAIT_SECONDS}`
  );
}

async function firstRow(connection: Connection, sql: string): Promise<string[]> {
  let first: string[] = [];
  const { whole } = await streamQuery(connection, sql, {
    maxBytes: 100_000,
    onRow: (row) => {
      first = row.map((value) => (Buffer.isBuffer(value) ? value.toString('utf8') : ''));
      return true;
    },
  });
  if (!whole) throw new Error('the server sends unrequested data');
  return first;
}

async function readVersion(session: DatabaseSession, signal: AbortSignal): Promise<string> {
  const version = await readText(session, 'select version()', signal);
  return /mariadb/i.test(version) ? `MariaDB ${version}` : `MySQL ${version}`;
}
