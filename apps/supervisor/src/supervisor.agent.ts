import { defineAgent, verdictEvents, judgeTests, supervisorsLines, type AgentTask } from '@assay/work/service';
import type { AgentAnswer, SupervisorPayload, SupervisorResult, TrialPayload, TrialResult } from '@assay/contracts';
import { verdictOf, decisionsOf } from '@assay/decision';
import { TEMPERATURE } from './temperature.js';

export const SupervisorModule = defineAgent({
  name: 'supervisor',
  run: (task) => ('contested' in task.payload ? tryTests(task, task.payload) : review(task, task.payload)),
  events: (result, { input, payload }) => {
    if ('decisions' in result) {
      return result.decisions.flatMap(({ number, decision, reason }) => {
        const test = input.tests.find((each) => each.number === number);
        return test === undefined ? [] : [{ type: 'test-tried' as const, test: test.id, decision, reason }];
      });
    }
    if (!('candidate' in payload)) return [];
    return verdictEvents(payload.candidate.id, input.tests, result.reviews, 'supervisor');
  },
});

async function review(
  { input: { tests }, ask, show }: AgentTask<'supervisor'>,
  payload: SupervisorPayload,
): Promise<SupervisorResult> {
  const { witnesses } = payload;
  const candidate = await show(payload.candidate);
  const numbers = payload.failed.map((test) => test.number);
  const { byNumber, ...judged } = await judgeTests<AgentAnswer<'review'>['reviews'][number]>(
    numbers,
    async (asked, reask) => {
      const failed = payload.failed.filter(({ number }) => asked.includes(number));
      const options = { temperature: TEMPERATURE, otherWords: supervisorsLines(asked) };
      const { reasoning, reviews } = await ask(
        { tests, candidate, failed, reask, ...(witnesses && { witnesses }) },
        options,
      );
      return { reasoning, entries: reviews };
    },
  );
  const reviews = numbers.map((number) => {
    const given = byNumber.get(number);
    return { number, ...verdictOf(given), severity: given?.severity ?? ('blocking' as const) };
  });
  return { ...judged, reviews };
}

/** All in one call. */
async function tryTests(
  { context, input, show, parts }: AgentTask<'supervisor'>,
  { contested }: TrialPayload,
): Promise<TrialResult> {
  const { tests } = input;
  const shown = 'candidates' in input ? input.candidates : [];
  const candidates = await Promise.all(shown.map(show));
  const [{ reasoning, decisions }, { variables }] = await Promise.all([
    parts.calls.ask('trial', context, { tests, candidates, contested }, { temperature: TEMPERATURE }),
    parts.materials.of(context),
  ]);
  const evidence = [...variables.evidence, ...(variables.directives === null ? [] : [variables.directives])];
  return { reasoning, decisions: decisionsOf(contested, tests, decisions, evidence) };
}
