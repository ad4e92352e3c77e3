import { runAgent } from '@assay/service';
import { EvaluatorModule } from './evaluator.agent.js';

await runAgent('evaluator', EvaluatorModule);
