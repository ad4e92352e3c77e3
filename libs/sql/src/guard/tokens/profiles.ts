import type { TokenDialect } from '../../polyglot/token-dialect.js';
import { mariadbProfile, mysqlProfile } from './mysql-profile.js';
import { oracleProfile } from './oracle-profile.js';
import { sqliteProfile } from './sqlite-profile.js';
import { sqlserverProfile } from './sqlserver-profile.js';
import type { TokenProfile } from './token-profile.js';

export const tokenProfiles: Record<TokenDialect, TokenProfile> = {
  mysql: mysqlProfile,
  mariadb: mariadbProfile,
  sqlite: sqliteProfile,
  sqlserver: sqlserverProfile,
  oracle: oracleProfile,
};
