import { runAgent } from '@assay/work/service';
import { EvaluatorModule } from './evaluator.agent.js';

await runAgent('evaluator', EvaluatorModule);
