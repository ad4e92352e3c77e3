import { runAgent } from '@assay/service';
import { StoryEvaluatorModule } from './story-evaluator.module.js';

await runAgent('story-evaluator', StoryEvaluatorModule);
