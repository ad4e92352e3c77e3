import { describeConformance } from './conformance-suite.js';
import { postgresEngine } from './postgres-engine.js';

for (const engine of [postgresEngine]) describeConformance(engine);
