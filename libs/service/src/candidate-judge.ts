import { Injectable } from '@nestjs/common';
import type { AttemptInput, CandidateView, NumberedTest } from '@assay/contracts';
import { parseVerdicts } from '@assay/decision';
import { PromptLibrary } from '@assay/prompts';
import { ModelCalls, type TaskContext } from '@assay/work';
import { judgeTests, type JudgedEntry, type Judgements } from './judge-tests.js';
import { evaluatorsLines } from './verdict-lines.js';
import { QuestionMaterials } from './question-materials.js';

/** Judging is done close to the evidence. */
const TEMPERATURE = 0.2;

/** The evaluator's judgement of a candidate; the generator borrows it for evidence-critical tests. */
@Injectable()
export class CandidateJudge {
  constructor(
    private readonly models: ModelCalls,
    private readonly prompts: PromptLibrary,
    private readonly materials: QuestionMaterials,
  ) {}

  async judge(
    context: TaskContext<AttemptInput>,
    candidate: CandidateView,
    tests: readonly NumberedTest[],
  ): Promise<Judgements<JudgedEntry>> {
    const materials = await this.materials.of(context);
    const [shown] = await this.materials.candidates(materials, [candidate]);
    if (!shown) throw new Error('a candidate is shown by its own variables');
    return judgeTests(
      tests.map((test) => test.number),
      async (numbers, reask) => {
        const wanted = new Set(numbers);
        const prompt = this.prompts.render('evaluator', {
          context: materials.variables,
          schema: materials.schemaText,
          tests: tests.filter((test) => wanted.has(test.number)),
          candidate: shown,
          reask,
        });
        const { value } = await this.models.answer(context, {
          agent: 'evaluator',
          level: context.input.level,
          contract: 'verdicts',
          prompt,
          temperature: TEMPERATURE,
          limits: context.input.limits,
          fromText: (text) => verdictsFromText(text, numbers),
          otherWords: evaluatorsLines(numbers),
        });
        return { reasoning: value.reasoning, entries: value.verdicts };
      },
    );
  }
}

/** Models say something before it. */
const VERDICT_LINE = /^[ \t]*SQL\s*#\s*\d/im;

/** The contract's shape of verdicts that a model gave as text (`SQL #1: OK, KO - reason`), in the order of the tests. */
function verdictsFromText(text: string, numbers: readonly number[]): unknown {
  const start = text.search(VERDICT_LINE);
  const parsed = start < 0 ? null : parseVerdicts(text.slice(start));
  if (parsed === null) return null;
  return {
    reasoning: '',
    verdicts: parsed.verdicts.flatMap(({ verdict, reason }, index) =>
      verdict === 'UNDECIDED'
        ? []
        : [{ test: numbers[index] ?? index + 1, verdict: verdict === 'PASS' ? 'OK' : 'KO', reason }],
    ),
  };
}
