import { mysql } from '../mysql/mysql.js';
import { mariadbProfile } from '../mysql/profile.js';
import type { GeneralGrammar, SqlDialect } from '../sql-dialect.js';
import { facts } from './facts.js';

export const mariadb: SqlDialect = {
  ...mysql,
  facts,
  grammar: { ...(mysql.grammar as GeneralGrammar), profile: mariadbProfile },
};
