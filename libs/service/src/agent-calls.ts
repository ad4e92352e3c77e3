import { Injectable } from '@nestjs/common';
import { contractOfAgent, type Agent, type AgentAnswer, type AttemptInput, type CandidateView } from '@assay/contracts';
import { PromptLibrary, type AgentVariables, type CandidateVariables } from '@assay/prompts';
import { ModelCalls, type AgentRequest, type TaskContext } from '@assay/work';
import { QuestionMaterials } from './question-materials.js';

type ContractOf<Name extends Agent> = (typeof contractOfAgent)[Name];

/** The variables of an agent's prompt, without what every agent of a question is told. */
export type OwnVariables<Name extends Agent> = Omit<AgentVariables[Name], 'context' | 'schema'>;

/** How a model is asked, and how its answer may be read beside the contract's shape. */
export type AskOptions<Name extends Agent> = Pick<
  AgentRequest<ContractOf<Name>>,
  'temperature' | 'fromText' | 'otherWords'
>;

/** Asks models with the prompts of agents. */
@Injectable()
export class AgentCalls {
  constructor(
    private readonly models: ModelCalls,
    private readonly prompts: PromptLibrary,
    private readonly materials: QuestionMaterials,
  ) {}

  /**
   * Renders the agent's prompt and asks for an answer by the agent's contract.
   * @throws what `ModelCalls.answer` throws
   */
  async ask<Name extends Agent>(
    agent: Name,
    context: TaskContext<AttemptInput>,
    own: OwnVariables<Name>,
    options: AskOptions<Name>,
  ): Promise<AgentAnswer<ContractOf<Name>>> {
    const materials = await this.materials.of(context);
    const told = { context: materials.variables, schema: materials.schemaText };
    const { level, limits } = context.input;
    const { value } = await this.models.answer<ContractOf<Name>>(context, {
      agent,
      level,
      contract: contractOfAgent[agent],
      prompt: this.prompts.render(agent, { ...told, ...own } as unknown as AgentVariables[Name]),
      limits,
      ...options,
    });
    return value;
  }

  /** A candidate as prompts show it. */
  async show(context: TaskContext<AttemptInput>, candidate: CandidateView): Promise<CandidateVariables> {
    return this.materials.candidate(await this.materials.of(context), candidate);
  }
}
