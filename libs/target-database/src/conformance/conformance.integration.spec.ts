import { describeConformance } from './conformance-suite.js';
import { mariadbEngine } from './mariadb-engine.js';
import { postgresEngine } from './postgres-engine.js';
import { sqliteEngine } from './sqlite-engine.js';

for (const engine of [postgresEngine, sqliteEngine, mariadbEngine('mariadb'), mariadbEngine('mysql')]) {
  describeConformance(engine);
}
