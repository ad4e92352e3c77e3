import type { Dialect } from '@assay/contracts';
import { mariadb } from './mariadb.js';
import { mysql } from './mysql.js';
import { oracle } from './oracle.js';
import { postgres } from './postgres.js';
import { sqlite } from './sqlite.js';
import { sqlserver } from './sqlserver.js';

/** How a dialect writes one thing, with an example that runs. */
export interface DialectIdiom {
  rule: string;
  example: string;
}

/** What a writer of SQL must know of a dialect; used in prompts and retry messages. */
export interface DialectFacts {
  /** The dialect's name as people write it. */
  name: string;
  identifierQuoting: DialectIdiom;
  currentTimestamp: DialectIdiom;
  stringLength: DialectIdiom;
  nullHandling: DialectIdiom;
  concatenation: DialectIdiom;
  limit: DialectIdiom;
  nullsOrdering: DialectIdiom;
  /** Sentences for prompts: what goes wrong most often. */
  pitfalls: readonly string[];
}

const FACTS: Readonly<Record<Dialect, DialectFacts>> = { postgres, mysql, mariadb, sqlite, sqlserver, oracle };

/** The facts of a dialect. */
export function dialectFacts(dialect: Dialect): DialectFacts {
  return FACTS[dialect];
}
