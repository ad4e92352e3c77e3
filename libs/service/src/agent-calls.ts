import { Injectable } from '@nestjs/common';
import {
  agentOfPrompt,
  contractOfPrompt,
  type AgentAnswer,
  type AttemptInput,
  type CandidateView,
  type PromptName,
} from '@assay/contracts';
import { PromptLibrary, type AgentVariables, type CandidateVariables } from '@assay/prompts';
import { ModelCalls, type AgentRequest, type TaskContext } from '@assay/work';
import { QuestionMaterials } from './question-materials.js';

type ContractOf<Name extends PromptName> = (typeof contractOfPrompt)[Name];

/** The variables of an agent's prompt, without what every agent of a question is told. */
export type OwnVariables<Name extends PromptName> = Omit<AgentVariables[Name], 'context' | 'schema'>;

/** How a model is asked, and how its answer may be read beside the contract's shape. */
export type AskOptions<Name extends PromptName> = Pick<
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
   * Renders a prompt and asks its agent for an answer by the prompt's contract.
   * @throws what `ModelCalls.answer` throws
   */
  async ask<Name extends PromptName>(
    prompt: Name,
    context: TaskContext<AttemptInput>,
    own: OwnVariables<Name>,
    options: AskOptions<Name>,
  ): Promise<AgentAnswer<ContractOf<Name>>> {
    const materials = await this.materials.of(context);
    const told = { context: materials.variables, schema: materials.schemaText };
    const { level, limits } = context.input;
    const { value } = await this.models.answer<ContractOf<Name>>(context, {
      agent: agentOfPrompt(prompt),
      level,
      contract: contractOfPrompt[prompt],
      prompt: this.prompts.render(prompt, { ...told, ...own } as unknown as AgentVariables[Name]),
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
