import type { ContextVariables } from '../variables.js';
import type { Scope, ScopeNames } from '../scopes.js';

export interface RequiredContent {
  /** Besides the phrases of every system prompt. */
  system: readonly string[];
  user: readonly string[];
  /** Sample values that must appear in the user prompt. */
  values: readonly string[];
}

export interface AgentPrompt<Variables extends { context: ContextVariables }> {
  /** Whether the user prompt opens with what is known of the workspace and the question. */
  hasOpening: Variables extends { schema: string } ? true : false;
  names: ScopeNames;
  /** Values of `names`. @throws PromptVariablesError if variables are inconsistent */
  scope(variables: Variables): Scope;
  /** Checked on the first sample. */
  required: RequiredContent;
  /** Samples for every branch of the templates. The first has everything. */
  samples: readonly [Variables, ...Variables[]];
}
