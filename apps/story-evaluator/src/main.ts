import { AgentsModule, WorkModule } from '@assay/service';
import { runService } from '@assay/runtime';
import { StoryEvaluatorModule } from './story-evaluator.module.js';

await runService(
  'story-evaluator',
  () => ({ module: StoryEvaluatorModule, imports: [WorkModule.forProcess(), AgentsModule.forProcess()] }),
  { needsSecretKey: false },
);
