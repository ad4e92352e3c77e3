import { describeConformance } from './conformance-suite.js';
import { ENGINES } from './engines.js';

for (const engine of ENGINES) describeConformance(engine);
