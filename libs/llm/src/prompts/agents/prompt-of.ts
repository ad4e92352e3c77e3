import type { PromptName } from '@assay/contracts';
import type { ContextVariables } from '../variables.js';
import type { AgentPrompt } from './agent-prompt.js';
import { agentPrompts } from './agent-prompts.js';

export type AgentVariables = {
  [Name in PromptName]: Parameters<(typeof agentPrompts)[Name]['scope']>[0];
};

type AnyAgentPrompt<Variables extends { context: ContextVariables }> = Omit<AgentPrompt<Variables>, 'hasOpening'> & {
  hasOpening: boolean;
};

export function promptOf<Name extends PromptName>(agent: Name): AnyAgentPrompt<AgentVariables[Name]> {
  return agentPrompts[agent] as unknown as AnyAgentPrompt<AgentVariables[Name]>;
}
