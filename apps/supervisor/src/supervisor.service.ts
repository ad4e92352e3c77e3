import { Injectable } from '@nestjs/common';
import type { SupervisorInput, SupervisorPayload, SupervisorResult } from '@assay/contracts';
import { PromptLibrary } from '@assay/prompts';
import { NOT_EVALUATED, QuestionMaterials, judgeTests, supervisorsLines } from '@assay/service';
import { ModelCalls, type TaskContext } from '@assay/work';
import { TEMPERATURE } from './supervisor.config.js';

/** Looks again at the tests that one candidate failed, and decides whether failing them is grave enough. */
@Injectable()
export class SupervisorService {
  constructor(
    private readonly models: ModelCalls,
    private readonly prompts: PromptLibrary,
    private readonly materials: QuestionMaterials,
  ) {}

  async review(context: TaskContext<SupervisorInput, SupervisorPayload>): Promise<SupervisorResult> {
    const { input, payload } = context;
    const materials = await this.materials.of(context);
    const [candidate] = await this.materials.candidates(materials, [payload.candidate]);
    if (!candidate) throw new Error('a candidate is shown by its own variables');
    const failed = payload.failed.map((test) => test.number);
    const judged = await judgeTests(failed, async (numbers, reask) => {
      const wanted = new Set(numbers);
      const prompt = this.prompts.render('supervisor', {
        context: materials.variables,
        schema: materials.schemaText,
        tests: input.tests,
        candidate,
        failed: payload.failed.filter((test) => wanted.has(test.number)),
        reask,
      });
      const { value } = await this.models.answer(context, {
        agent: 'supervisor',
        level: input.level,
        contract: 'review',
        prompt,
        temperature: TEMPERATURE,
        limits: input.limits,
        otherWords: supervisorsLines(numbers),
      });
      return { reasoning: value.reasoning, entries: value.reviews };
    });
    const reviews = failed.map((number) => {
      const given = judged.byNumber.get(number);
      if (!given) return { number, verdict: 'FAIL' as const, severity: 'blocking' as const, reason: NOT_EVALUATED };
      const verdict = given.verdict === 'OK' ? ('PASS' as const) : ('FAIL' as const);
      return { number, verdict, severity: given.severity, reason: given.reason };
    });
    const { reasoning, missing, extra, contradicting, reasks } = judged;
    return { reasoning, reviews, missing, extra, contradicting, reasks };
  }
}
