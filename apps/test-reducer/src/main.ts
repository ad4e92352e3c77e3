import { AgentsModule, WorkModule } from '@assay/service';
import { runService } from '@assay/runtime';
import { TestReducerModule } from './test-reducer.module.js';

await runService(
  'test-reducer',
  () => ({ module: TestReducerModule, imports: [WorkModule.forProcess(), AgentsModule.forProcess()] }),
  { needsSecretKey: false },
);
