import { defineAgent } from '@assay/work/service';
import { CHOICE_LINE } from './choice-line.js';

const TEMPERATURE = 0.2;

/** Compares two passing candidates in one order; another job has the other order. */
export const SqlSelectorModule = defineAgent({
  name: 'sql-selector',
  run: async ({ input, payload, ask, show }) => {
    const [first, second] = await Promise.all([show(payload.first), show(payload.second)]);
    const variables = { first, second, witness: payload.witness, leftOut: input.leftOut ?? 0 };
    const answer = await ask(variables, { temperature: TEMPERATURE, otherWords: CHOICE_LINE });
    const winners = { A: payload.first.id, B: payload.second.id, tie: null };
    return { reasoning: answer.reasoning, winner: winners[answer.winner], confidence: answer.confidence };
  },
  events: ({ winner, confidence }, { payload: { first, second } }) => [
    { type: 'pair-compared', a: first.id, b: second.id, winner, confidence },
  ],
});
