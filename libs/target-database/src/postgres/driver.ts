import type { DatabaseDriver, OpenLimits, SessionPlace } from '../driver.js';
import { readText } from '../introspection/catalog-cells.js';
import { withOpenLimits } from '../opening.js';
import type { DatabaseSession } from '../session.js';
import { targetFault } from '../target-faults.js';
import { readRelations, readTables } from './catalog.js';
import { readDeclared } from './declared.js';
import { readUnsafe, triedIdentities } from './asker.js';
import { readUnfitCode } from './asker-code.js';
import { connectClient } from './connection.js';
import { listsPostgresSession } from './listed-sessions.js';
import { readOwnCatalog } from './own-catalog.js';
import { readPrivileges } from './privileges.js';
import { exampleText, holdsText, quote, showsExamples, valueQuery } from './queries.js';
import { PostgresSession } from './session.js';
import { WireTypes } from './wire-types.js';

const SCHEMAS = `select name from pg_catalog.unnest(pg_catalog.current_schemas(false)) as path(name)`;

export function postgresDriver(): DatabaseDriver {
  const types = new WireTypes();
  return {
    dialect: 'postgres',
    viewDefinitionsPublic: true,
    growAfterMs: 20,
    open: (place, limits) => open(place, limits, types),
    lists: listsPostgresSession,
    version: readVersion,
    privileges: readPrivileges,
    asker: { tried: triedIdentities, problems: readUnsafe, unfit: readUnfitCode },
    relations: readRelations,
    catalog: readOwnCatalog,
    declared: readDeclared,
    tables: readTables,
    showsExamples,
    holdsText,
    exampleText,
    valueQuery,
  };
}

async function open(place: SessionPlace, limits: OpenLimits, types: WireTypes): Promise<DatabaseSession> {
  if (place.target.kind !== 'server') throw new TypeError('PostgreSQL is reached through a server');
  const { target } = place;
  const { client, connection } = await connectClient(target, place.address, limits);
  try {
    const schemas = await withOpenLimits(connection.stream, limits, () => client.query<{ name: string }>(SCHEMAS));
    return new PostgresSession(client, connection, {
      target,
      address: place.address,
      searchPath: searchPath(schemas.rows.map((row) => row.name)),
      types,
    });
  } catch {
    connection.stream.destroy();
    throw targetFault('DATABASE_UNREACHABLE');
  }
}

/** Built-in functions first and temporary tables last, so that neither is shadowed. */
function searchPath(schemas: string[]): string {
  return ['pg_catalog', ...schemas.filter((schema) => !schema.startsWith('pg_')), 'pg_temp'].map(quote).join(', ');
}

function readVersion(session: DatabaseSession, signal: AbortSignal): Promise<string> {
  return readText(session, "select 'PostgreSQL ' || pg_catalog.current_setting('server_version')", signal);
}
