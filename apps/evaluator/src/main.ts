import { AgentsModule, WorkModule } from '@assay/service';
import { runService } from '@assay/runtime';
import { EvaluatorModule } from './evaluator.module.js';

await runService(
  'evaluator',
  () => ({ module: EvaluatorModule, imports: [WorkModule.forProcess(), AgentsModule.forProcess()] }),
  { needsSecretKey: false },
);
