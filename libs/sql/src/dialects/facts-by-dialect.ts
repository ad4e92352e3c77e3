import type { Dialect } from '@assay/contracts';
import type { DialectFacts } from './dialect-facts.js';
import { mariadb } from './mariadb.js';
import { mysql } from './mysql.js';
import { oracle } from './oracle.js';
import { postgres } from './postgres.js';
import { sqlite } from './sqlite.js';
import { sqlserver } from './sqlserver.js';

const FACTS: Readonly<Record<Dialect, DialectFacts>> = { postgres, mysql, mariadb, sqlite, sqlserver, oracle };

/** The facts of a dialect. */
export function dialectFacts(dialect: Dialect): DialectFacts {
  return FACTS[dialect];
}
