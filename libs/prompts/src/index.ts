export { PromptLibrary } from './prompt-library.js';
export type { PromptPart, RenderedPrompt } from './rendered-prompt.js';
export { PromptTemplateError } from './prompt-error.js';
export { PromptVariablesError } from './prompt-variables-error.js';
export { neutralise } from './fence.js';
export type {
  AgentVariables,
  CandidateVariables,
  ContextVariables,
  EvaluatorVariables,
  GeneratorVariables,
  QuestionVariables,
  SqlSelectorVariables,
  SupervisorVariables,
  TestGeneratorVariables,
  TestReducerVariables,
  TestVariables,
} from './variables.js';
