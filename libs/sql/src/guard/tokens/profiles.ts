import type { Dialect } from '@assay/contracts';
import { mariadbProfile, mysqlProfile } from './mysql-profile.js';
import { oracleProfile } from './oracle-profile.js';
import { sqliteProfile } from './sqlite-profile.js';
import { sqlserverProfile } from './sqlserver-profile.js';
import type { TokenProfile } from './token-profile.js';

/** Dialects that have no real grammar here and are guarded by tokens and an allow-listed tree. */
export type TokenDialect = Exclude<Dialect, 'postgres'>;

export const tokenProfiles: Record<TokenDialect, TokenProfile> = {
  mysql: mysqlProfile,
  mariadb: mariadbProfile,
  sqlite: sqliteProfile,
  sqlserver: sqlserverProfile,
  oracle: oracleProfile,
};
