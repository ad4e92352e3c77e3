import { wordSet } from '../../word-set.js';
import { mysql } from '../mysql/mysql.js';
import type { GeneralGrammar, SqlDialect } from '../sql-dialect.js';

const { profile } = mysql.grammar as GeneralGrammar;

export const clickhouse: SqlDialect = {
  ...mysql,
  facts: { ...mysql.facts, name: 'ClickHouse' },
  grammar: { kind: 'general', parser: 'clickhouse', profile: { ...profile, functions: wordSet('') } },
};
