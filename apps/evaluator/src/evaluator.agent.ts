import { verdictOf } from '@assay/decision';
import { defineAgent, verdictEvents } from '@assay/service';

export const EvaluatorModule = defineAgent({
  name: 'evaluator',
  run: async ({ context, input, payload, parts }) => {
    const { witnesses } = payload;
    const { byNumber, notDemanded, uncovered, ...judged } = await parts.judge.judge(
      context,
      payload.candidate,
      input.tests,
      witnesses,
    );
    const verdicts = input.tests.map((test) => ({
      number: test.number,
      ...verdictOf(byNumber.get(test.number), test),
    }));
    return {
      ...judged,
      verdicts,
      ...(notDemanded.length > 0 && { notDemanded }),
      ...(uncovered.length > 0 && { uncovered }),
    };
  },
  events: ({ verdicts }, { input, payload }) => verdictEvents(payload.candidate.id, input.tests, verdicts, 'evaluator'),
});
