import { runAgent } from '@assay/service';
import { TestGeneratorModule } from './test-generator.agent.js';

await runAgent('test-generator', TestGeneratorModule);
