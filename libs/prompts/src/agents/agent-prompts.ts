import type { PromptName } from '@assay/contracts';
import type { ContextVariables } from '../variables.js';
import type { AgentPrompt } from './agent-prompt.js';
import { evaluator } from './evaluator.js';
import { generator } from './generator.js';
import { sqlSelector } from './sql-selector.js';
import { supervisor } from './supervisor.js';
import { testGenerator } from './test-generator.js';
import { testReducer } from './test-reducer.js';
import { trial } from './trial.js';

/** Every agent's part of the prompts. */
const agentPrompts = {
  generator,
  'test-generator': testGenerator,
  'test-reducer': testReducer,
  evaluator,
  supervisor,
  'sql-selector': sqlSelector,
  trial,
} as const satisfies Record<PromptName, unknown>;

/** The variables of each agent's prompts. */
export type AgentVariables = {
  [Name in PromptName]: Parameters<(typeof agentPrompts)[Name]['scope']>[0];
};

type AnyAgentPrompt<Variables extends { context: ContextVariables }> = Omit<AgentPrompt<Variables>, 'opening'> & {
  opening: 'shared' | 'shuffled' | 'none';
};

/** The part of one agent. */
export function promptOf<Name extends PromptName>(agent: Name): AnyAgentPrompt<AgentVariables[Name]> {
  return agentPrompts[agent] as unknown as AnyAgentPrompt<AgentVariables[Name]>;
}
