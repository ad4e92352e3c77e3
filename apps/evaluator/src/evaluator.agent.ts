import { verdictOf } from '@assay/decision';
import { defineAgent, verdictEvents } from '@assay/service';

/** Judges one candidate by all tests. */
export const EvaluatorModule = defineAgent({
  name: 'evaluator',
  run: async ({ context, input, payload, parts }) => {
    const { byNumber, ...judged } = await parts.judge.judge(context, payload.candidate, input.tests, payload.witnesses);
    const verdicts = input.tests.map(({ number }) => ({ number, ...verdictOf(byNumber.get(number)) }));
    return { ...judged, verdicts };
  },
  events: ({ verdicts }, { input, payload }) => verdictEvents(payload.candidate.id, input.tests, verdicts, 'evaluator'),
});
