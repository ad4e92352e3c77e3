import { describeConformance } from './conformance-suite.js';
import { postgresEngine } from './postgres-engine.js';
import { sqliteEngine } from './sqlite-engine.js';

for (const engine of [postgresEngine, sqliteEngine]) describeConformance(engine);
