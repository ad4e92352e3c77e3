import { Injectable } from '@nestjs/common';
import {
  agentOfPrompt,
  contractOfPrompt,
  type AgentAnswer,
  type AttemptInput,
  type CandidateView,
  type PromptName,
} from '@assay/contracts';
import { PromptLibrary, type AgentVariables, type CandidateVariables } from '@assay/llm/prompts';
import { ModelCalls, type AgentRequest, type TaskContext } from '../index.js';
import { QuestionMaterials } from './question-materials.js';

type ContractOf<Name extends PromptName> = (typeof contractOfPrompt)[Name];

export type OwnVariables<Name extends PromptName> = Omit<AgentVariables[Name], 'context' | 'schema'>;

export type AskOptions<Name extends PromptName> = Pick<
  AgentRequest<ContractOf<Name>>,
  'temperature' | 'alike' | 'fromText' | 'otherWords'
>;

/** Prompts that judge SQLs, and need no other tables than these use. */
const JUDGES: ReadonlySet<PromptName> = new Set(['evaluator', 'supervisor', 'trial', 'sql-selector']);

function sqlsIn(own: object): string[] {
  const {
    candidate,
    candidates = [],
    first,
    second,
  } = own as {
    [Name in 'candidate' | 'first' | 'second']?: CandidateVariables;
  } & { candidates?: readonly CandidateVariables[] };
  return [candidate, first, second, ...candidates].flatMap((shown) => shown?.sql ?? []);
}

@Injectable()
export class AgentCalls {
  constructor(
    private readonly models: ModelCalls,
    private readonly prompts: PromptLibrary,
    private readonly materials: QuestionMaterials,
  ) {}

  /** @throws as `ModelCalls.answer` */
  async ask<Name extends PromptName>(
    prompt: Name,
    context: TaskContext<AttemptInput>,
    own: OwnVariables<Name>,
    options: AskOptions<Name>,
  ): Promise<AgentAnswer<ContractOf<Name>>> {
    const materials = await this.materials.of(context);
    const schema = JUDGES.has(prompt) ? this.materials.schemaForJudges(materials, sqlsIn(own)) : materials.schemaText;
    const common = { context: materials.variables, schema };
    const { level, limits } = context.input;
    const { value } = await this.models.answer<ContractOf<Name>>(context, {
      agent: agentOfPrompt(prompt),
      level,
      contract: contractOfPrompt[prompt],
      prompt: this.prompts.render(prompt, { ...common, ...own } as unknown as AgentVariables[Name]),
      limits,
      ...options,
    });
    return value;
  }

  async show(context: TaskContext<AttemptInput>, candidate: CandidateView): Promise<CandidateVariables> {
    return this.materials.candidate(await this.materials.of(context), candidate);
  }
}
