import type { DatabaseDriver } from '../driver.js';
import { mysqlDriver } from '../mysql/driver.js';

/** Replaced by the driver over HTTP. */
export function clickhouseDriver(): DatabaseDriver {
  return { ...mysqlDriver('mysql'), dialect: 'clickhouse' };
}
