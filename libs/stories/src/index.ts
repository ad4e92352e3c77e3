export { totalOf, type EvaluationTotal } from './formats/evaluation-format.js';
export { type JsonSchema } from './formats/json-schema.js';
export { RESPONSE_FORMATS, STORY_TOOLS, type StoryTool } from './formats/response-formats.js';
export { evaluatesWithModels, type CanEvaluate } from './intake/can-evaluate.js';
export { StoryIntake } from './intake/story-intake.js';
export type { SpokenLine } from './narration/tts-schema.js';
export { splitStory } from './parts/split-story.js';
export { StoryPipeline } from './pipeline/story-pipeline.js';
export type {
  EvaluatePayload,
  EvaluateResult,
  FailedStoryRun,
  NarratePayload,
  NarrateResult,
  StoryPayload,
  StorySettings,
} from './pipeline/story-run.js';
export { StoryReader } from './record/story-reader.js';
export { STORY_BODY_LIMIT } from './stories.config.js';
export { CandidateTexts } from './findings/candidate-texts.js';
export {
  writeFindings,
  type CoverageReport,
  type FindingOwner,
  type Findings,
  type FoundToolCall,
} from './sql/write-findings.js';
