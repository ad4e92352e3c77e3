import type { ContextVariables } from '../variables.js';
import type { Scope, ScopeNames } from '../scopes.js';

/** What the prompts of an agent must hold, whatever their wording. */
export interface RequiredContent {
  /** Phrases of the system prompt, beside those that every agent's has. */
  system: readonly string[];
  /** Phrases of the user prompt. */
  user: readonly string[];
  /** Sample values that must be printed in the user prompt. */
  values: readonly string[];
}

/** One agent's part of the prompts: what its templates may use, and what is checked of them at start-up. */
export interface AgentPrompt<Variables extends { context: ContextVariables }> {
  /**
   * How the user prompt opens: with the background and the schema, which all jobs of a question share (`shared`) or
   * each job reads in an order of its own (`shuffled`), or with nothing (`none`).
   */
  opening: Variables extends { schema: string } ? 'shared' | 'shuffled' : 'none';
  names: ScopeNames;
  /** The values of `names`. @throws PromptVariablesError when the variables do not fit together */
  scope(variables: Variables): Scope;
  /** Checked on the first sample. */
  required: RequiredContent;
  /** Variables to render every branch of the templates with. The first has everything. */
  samples: readonly [Variables, ...Variables[]];
}
