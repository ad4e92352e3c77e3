export type { PrepareResult } from './pipeline/build-context.js';
export { PIPELINE_VERSION, QuestionPipeline } from './pipeline/question-pipeline.js';
