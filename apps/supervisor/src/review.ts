import type { AgentAnswer, SupervisorPayload, SupervisorResult } from '@assay/contracts';
import { verdictOf } from '@assay/decision';
import { judgeTests, supervisorsLines, type AgentTask } from '@assay/work/service';
import { TEMPERATURE } from './temperature.js';

export async function review(
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
