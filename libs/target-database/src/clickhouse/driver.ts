import type { DatabaseDriver, OpenLimits, SessionPlace } from '../driver.js';
import { readText } from '../introspection/catalog-cells.js';
import { watchAnswer } from '../watch-answer.js';
import { readCatalog, readRelations, readTables } from './catalog.js';
import { ClickHouseLink } from './connection.js';
import { readDeclared } from './declared.js';
import { connectError } from './errors.js';
import { readPrivileges } from './privileges.js';
import { Profile, SETTINGS } from './profile.js';
import { exampleText, holdsText, showsExamples, valueQuery } from './queries.js';
import { readRows } from './response.js';
import { ClickHouseSession } from './session.js';

const SETTING_ROWS = { maxRows: 1000, maxBytes: 1_000_000 };

/** 23.8 or later, over HTTP. Tested on the engine in `chdb`, not on a server. */
export function clickhouseDriver(): DatabaseDriver {
  return {
    dialect: 'clickhouse',
    viewDefinitionsPublic: false,
    growAfterMs: 50,
    open,
    version: (session, signal) => readText(session, `select 'ClickHouse ' || version()`, signal),
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

async function open({ target, address }: SessionPlace, limits: OpenLimits): Promise<ClickHouseSession> {
  if (target.kind !== 'server') throw new TypeError('ClickHouse is reached through a server');
  const link = await ClickHouseLink.to(target, address);
  const late = new AbortController();
  const stopWatching = watchAnswer(limits.connectMs, () => late.abort(new Error('timeout')));
  const signal = AbortSignal.any([limits.signal, late.signal]);
  const giveUp = (): void => link.close();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    signal.throwIfAborted();
    const body = await link.ask({ sql: SETTINGS, parameters: [], settings: {}, queryId: '', signal });
    const { rows } = await readRows(body, SETTING_ROWS, 0);
    return new ClickHouseSession(link, new Profile(rows));
  } catch (error) {
    link.close();
    throw connectError(late.signal.aborted ? late.signal.reason : error);
  } finally {
    stopWatching();
    signal.removeEventListener('abort', giveUp);
  }
}
