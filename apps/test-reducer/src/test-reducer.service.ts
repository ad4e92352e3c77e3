import { Injectable } from '@nestjs/common';
import type { NumberedTest, TestReducerInput, TestReducerPayload, TestReducerResult } from '@assay/contracts';
import { coversEveryTestOnce } from '@assay/decision';
import { PromptLibrary } from '@assay/prompts';
import { QuestionMaterials } from '@assay/service';
import { ModelCalls, type TaskContext } from '@assay/work';
import { REASKS, TEMPERATURE } from './test-reducer.config.js';

/** Groups tests that check the same thing in substance. It answers with numbers, never with retyped text. */
@Injectable()
export class TestReducerService {
  constructor(
    private readonly models: ModelCalls,
    private readonly prompts: PromptLibrary,
    private readonly materials: QuestionMaterials,
  ) {}

  async reduce(context: TaskContext<TestReducerInput, TestReducerPayload>): Promise<TestReducerResult> {
    const { tests, level, limits } = context.input;
    const { variables } = await this.materials.of(context);
    let previousProblem: string | null = null;
    let reasoning = '';
    for (let reasks = 0; reasks <= REASKS; reasks += 1) {
      const prompt = this.prompts.render('test-reducer', { context: variables, tests, previousProblem });
      const { value } = await this.models.answer(context, {
        agent: 'test-reducer',
        level,
        contract: 'reduced_tests',
        prompt,
        temperature: TEMPERATURE,
        limits,
      });
      reasoning = value.reasoning;
      if (coversEveryTestOnce(value.groups, tests.length)) return { reasoning, groups: value.groups, reasks };
      previousProblem = problemOf(value.groups, tests);
    }
    return { reasoning, groups: null, reasks: REASKS };
  }
}

/** What is wrong with groups, for the model: which tests are in none, in several, or do not exist. */
function problemOf(groups: readonly { keep: number; duplicates: number[] }[], tests: readonly NumberedTest[]): string {
  const named = groups.flatMap((group) => [group.keep, ...group.duplicates]);
  const known = new Set(tests.map((test) => test.number));
  const missing = [...known].filter((number) => !named.includes(number));
  const repeated = [...new Set(named.filter((number, index) => named.indexOf(number) !== index))];
  const unknown = [...new Set(named.filter((number) => !known.has(number)))];
  const parts = [
    missing.length > 0 ? `in no group: ${missing.join(', ')}` : '',
    repeated.length > 0 ? `in more than one place: ${repeated.join(', ')}` : '',
    unknown.length > 0 ? `no such test: ${unknown.join(', ')}` : '',
  ];
  return parts.filter((part) => part !== '').join('; ');
}
