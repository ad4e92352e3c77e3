import { Injectable } from '@nestjs/common';
import type { SqlSelectorInput, SqlSelectorPayload, SqlSelectorResult } from '@assay/contracts';
import { PromptLibrary } from '@assay/prompts';
import { QuestionMaterials } from '@assay/service';
import { ModelCalls, type TaskContext } from '@assay/work';
import { CHOICE_LINE } from './choice-line.js';
import { TEMPERATURE } from './sql-selector.config.js';

/** Compares two candidates that passed everything, in one order; another job has the other order. */
@Injectable()
export class SqlSelectorService {
  constructor(
    private readonly models: ModelCalls,
    private readonly prompts: PromptLibrary,
    private readonly materials: QuestionMaterials,
  ) {}

  async compare(context: TaskContext<SqlSelectorInput, SqlSelectorPayload>): Promise<SqlSelectorResult> {
    const { input, payload } = context;
    const materials = await this.materials.of(context);
    const [first, second] = await this.materials.candidates(materials, [payload.first, payload.second]);
    if (!first || !second) throw new Error('a comparison has two candidates');
    const prompt = this.prompts.render('sql-selector', {
      context: materials.variables,
      schema: materials.schemaText,
      first,
      second,
      leftOut: input.leftOut ?? 0,
    });
    const { value } = await this.models.answer(context, {
      agent: 'sql-selector',
      level: input.level,
      contract: 'choice',
      prompt,
      temperature: TEMPERATURE,
      limits: input.limits,
      otherWords: CHOICE_LINE,
    });
    const winners = { A: payload.first.id, B: payload.second.id, tie: null };
    return { reasoning: value.reasoning, winner: winners[value.winner], confidence: value.confidence };
  }
}
