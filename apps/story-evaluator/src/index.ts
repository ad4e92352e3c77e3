export { StoryEvaluatorModule } from './story-evaluator.module.js';
