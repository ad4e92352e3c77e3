import { AgentsModule, WorkModule } from '@assay/service';
import { runService } from '@assay/runtime';
import { TestGeneratorModule } from './test-generator.module.js';

await runService(
  'test-generator',
  () => ({ module: TestGeneratorModule, imports: [WorkModule.forProcess(), AgentsModule.forProcess()] }),
  { needsSecretKey: false },
);
