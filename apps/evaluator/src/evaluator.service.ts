import { Injectable } from '@nestjs/common';
import type { EvaluatorInput, EvaluatorPayload, EvaluatorResult } from '@assay/contracts';
import { CandidateJudge, NOT_EVALUATED } from '@assay/service';
import type { TaskContext } from '@assay/work';

/** Judges one candidate by all tests. */
@Injectable()
export class EvaluatorService {
  constructor(private readonly judge: CandidateJudge) {}

  async evaluate(context: TaskContext<EvaluatorInput, EvaluatorPayload>): Promise<EvaluatorResult> {
    const { tests } = context.input;
    const judged = await this.judge.judge(context, context.payload.candidate, tests);
    const verdicts = tests.map(({ number }) => {
      const given = judged.byNumber.get(number);
      if (!given) return { number, verdict: 'FAIL' as const, reason: NOT_EVALUATED };
      return { number, verdict: given.verdict === 'OK' ? ('PASS' as const) : ('FAIL' as const), reason: given.reason };
    });
    const { reasoning, missing, extra, contradicting, reasks } = judged;
    return { reasoning, verdicts, missing, extra, contradicting, reasks };
  }
}
