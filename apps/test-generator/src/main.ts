import { runAgent } from '@assay/work/service';
import { TestGeneratorModule } from './test-generator.agent.js';

await runAgent('test-generator', TestGeneratorModule);
