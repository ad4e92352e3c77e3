import { runAgent } from '@assay/work/service';
import { StoryEvaluatorModule } from './story-evaluator.module.js';

await runAgent('story-evaluator', StoryEvaluatorModule);
