import type { Agent } from '@assay/contracts';
import type { ContextVariables } from '../variables.js';
import type { AgentPrompt } from './agent-prompt.js';
import { evaluator } from './evaluator.js';
import { generator } from './generator.js';
import { sqlSelector } from './sql-selector.js';
import { supervisor } from './supervisor.js';
import { testGenerator } from './test-generator.js';
import { testReducer } from './test-reducer.js';

/** Every agent's part of the prompts. */
const agentPrompts = {
  generator,
  'test-generator': testGenerator,
  'test-reducer': testReducer,
  evaluator,
  supervisor,
  'sql-selector': sqlSelector,
} as const satisfies Record<Agent, unknown>;

/** The variables of each agent's prompts. */
export type AgentVariables = {
  [Name in Agent]: Parameters<(typeof agentPrompts)[Name]['scope']>[0];
};

type AnyAgentPrompt<Variables extends { context: ContextVariables }> = Omit<AgentPrompt<Variables>, 'opening'> & {
  opening: 'shared' | 'shuffled' | 'none';
};

/** The part of one agent. */
export function promptOf<Name extends Agent>(agent: Name): AnyAgentPrompt<AgentVariables[Name]> {
  return agentPrompts[agent] as unknown as AnyAgentPrompt<AgentVariables[Name]>;
}
