export {
  type AskOptions,
  type AskOutcome,
  type AskPort,
  askByContract,
  withViolation,
} from './answers/ask-by-contract.js';
export { responseContract, wireSchema } from './answers/contract-schema.js';
export { type AnsweredCompletion, type InterpretOptions, interpretAnswer } from './answers/interpret-answer.js';
export { type Interpretation, type Reading, type Violation, type ViolationCode } from './answers/interpretation.js';
export { type Completion, type NativeToolCall } from './client/completion.js';
export { describeShape, describeTools } from './client/describe-shape.js';
export { ModelClient, type ModelClientOptions } from './client/model-client.js';
export { type ModelFailure } from './client/model-failure.js';
export { ModelRejectedError, type ModelRejectedCode } from './client/model-rejected-error.js';
export {
  type ModelMessage,
  type ModelRequest,
  OUTPUT_MODES,
  type OutputMode,
  type ResponseContract,
  type ToolDefinition,
} from './client/model-request.js';
export {
  type BadResponseReason,
  ModelUnavailableError,
  type ModelUnavailableCode,
} from './client/model-unavailable-error.js';
export { type DroppablePart, type StepDown, StructuredOutputMemory } from './client/structured-output-memory.js';
export { type JsonSchema } from './json-schema.js';
export { type Block, type ParsedResponse } from './parsing/block.js';
export { parseResponse } from './parsing/parse-response.js';
export { visibleContent } from './parsing/visible-content.js';
