import { verdictOf } from '@assay/decision';
import type { EvaluatorInput, EvaluatorPayload, NumberedTest } from '@assay/contracts';
import { defineAgent, verdictEvents } from '@assay/work/service';

export const EvaluatorModule = defineAgent({
  name: 'evaluator',
  run: async ({ context, input, payload, parts }) => {
    const { candidate, witnesses } = payload;
    const tests = testsOf(input, payload);
    const judged = await parts.judge.judge(context, candidate, tests, witnesses);
    const { byNumber, notDemanded, uncovered, ...others } = judged;
    return {
      ...others,
      verdicts: tests.map((test) => ({ number: test.number, ...verdictOf(byNumber.get(test.number), test) })),
      ...(notDemanded.length > 0 && { notDemanded }),
      ...(uncovered.length > 0 && { uncovered }),
    };
  },
  events: ({ verdicts }, { input, payload }) =>
    verdictEvents(payload.candidate.id, testsOf(input, payload), verdicts, 'evaluator'),
});

function testsOf({ tests }: EvaluatorInput, { tests: wanted }: EvaluatorPayload): NumberedTest[] {
  return tests.filter(({ number }) => wanted?.includes(number) ?? true);
}
