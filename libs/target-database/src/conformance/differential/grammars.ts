import type { Dialect } from '@assay/contracts';
import type { Grammar } from './grammar.js';
import { duckdb } from './grammars/duckdb.js';
import { mariadb } from './grammars/mariadb.js';
import { postgres } from './grammars/postgres.js';
import { sqlite } from './grammars/sqlite.js';

export const GRAMMARS: Readonly<Partial<Record<Dialect, Grammar>>> = { postgres, mariadb, sqlite, duckdb };
