export { EvaluatorModule } from './evaluator.agent.js';
