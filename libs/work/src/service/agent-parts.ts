import { Injectable } from '@nestjs/common';
import { PromptLibrary } from '@assay/llm/prompts';
import { DatabaseCalls, ModelCalls, TaskRuntime } from '../index.js';
import { AgentCalls } from './agent-calls.js';
import { CandidateJudge } from './candidate-judge.js';
import { QuestionMaterials } from './question-materials.js';

@Injectable()
export class AgentParts {
  readonly databaseCalls: DatabaseCalls;

  constructor(
    readonly calls: AgentCalls,
    readonly judge: CandidateJudge,
    readonly models: ModelCalls,
    readonly prompts: PromptLibrary,
    readonly materials: QuestionMaterials,
    work: TaskRuntime,
  ) {
    this.databaseCalls = work.databaseCalls;
  }
}
