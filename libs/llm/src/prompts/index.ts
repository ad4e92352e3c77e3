export { exampleAnswer } from './example-answer.js';
export { templatesVersion } from './templates-version.js';
export { PromptLibrary } from './prompt-library.js';
export type { RenderedPrompt } from './rendered-prompt.js';
export { PromptTemplateError } from './prompt-error.js';
export { fenced, fencePattern, neutralise } from './fence.js';
export type { AgentVariables } from './agents/prompt-of.js';
export type { CandidateVariables, ContextVariables, TestVariables } from './variables.js';
