export { EvaluatorModule } from './evaluator.module.js';
