import { verdictOf } from '@assay/decision';
import { defineAgent, judgeTests, supervisorsLines, verdictEvents } from '@assay/service';

/** A second look is no place for invention; its effort is the model's, `high` by default. */
const TEMPERATURE = 0.2;

/** Looks again at the tests that one candidate failed, and decides whether failing them is grave enough. */
export const SupervisorModule = defineAgent({
  name: 'supervisor',
  run: async ({ input, payload, ask, show }) => {
    const { tests } = input;
    const { witnesses } = payload;
    const candidate = await show(payload.candidate);
    const numbers = payload.failed.map((test) => test.number);
    const { byNumber, ...judged } = await judgeTests(numbers, async (asked, reask) => {
      const failed = payload.failed.filter(({ number }) => asked.includes(number));
      const options = { temperature: TEMPERATURE, otherWords: supervisorsLines(asked) };
      const { reasoning, reviews } = await ask(
        { tests, candidate, failed, reask, ...(witnesses && { witnesses }) },
        options,
      );
      return { reasoning, entries: reviews };
    });
    const reviews = numbers.map((number) => {
      const given = byNumber.get(number);
      return { number, ...verdictOf(given), severity: given?.severity ?? ('blocking' as const) };
    });
    return { ...judged, reviews };
  },
  events: ({ reviews }, { input, payload }) => verdictEvents(payload.candidate.id, input.tests, reviews, 'supervisor'),
});
