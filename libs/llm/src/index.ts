export {
  type AskOptions,
  type AskOutcome,
  type AskPort,
  type OtherWords,
  askByContract,
  withViolation,
} from './answers/ask-by-contract.js';
export { responseContract, wireSchema } from './answers/contract-schema.js';
export { type AnsweredCompletion, type InterpretOptions, interpretAnswer } from './answers/interpret-answer.js';
export { type Interpretation, type Reading, type Violation, type ViolationCode } from './answers/interpretation.js';
export { CallTarget } from './client/call-target.js';
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
export { readCompletion } from './client/read-completion.js';
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
export { type AgentTool, toolDefinitions } from './loop/agent-tool.js';
export { DEFAULT_LOOP_LIMITS, type LoopLimits } from './loop/loop-limits.js';
export { type LoopOptions, type LoopPorts, type LoopValidator, type NudgeRequest } from './loop/loop-options.js';
export { type LoopOutcome, type LoopRecord, type RetriesExhausted, type StopReason } from './loop/loop-outcome.js';
export { type ExecutedCall, type LoopState, type LoopUsage } from './loop/loop-state.js';
export { type AgentReply, type RequestedCall } from './loop/read-reply.js';
export { runLoop } from './loop/run-loop.js';
export { ToolArgumentError } from './loop/tool-argument-error.js';
export { ToolRefusedError } from './loop/tool-refused-error.js';
export { type ParseOptions } from './parsing/parse-response.js';
