import type { ContextVariables } from '../variables.js';
import type { Scope, ScopeNames } from '../scopes.js';

/** Required content of an agent's prompts. */
export interface RequiredContent {
  /** Besides the phrases of every system prompt. */
  system: readonly string[];
  user: readonly string[];
  /** Sample values that must appear in the user prompt. */
  values: readonly string[];
}

/** An agent's prompt definition: template variables and start-up checks. */
export interface AgentPrompt<Variables extends { context: ContextVariables }> {
  /**
   * Start of the user prompt: background and schema in common order (`shared`), in per-job order (`shuffled`), or
   * absent (`none`).
   */
  opening: Variables extends { schema: string } ? 'shared' | 'shuffled' : 'none';
  names: ScopeNames;
  /** Values of `names`. @throws PromptVariablesError if variables are inconsistent */
  scope(variables: Variables): Scope;
  /** Checked on the first sample. */
  required: RequiredContent;
  /** Samples for every branch of the templates. The first has everything. */
  samples: readonly [Variables, ...Variables[]];
}
