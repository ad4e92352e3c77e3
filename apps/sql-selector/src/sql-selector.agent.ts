import { defineAgent } from '@assay/work/service';

const LINE = /\bwinner\W+(A|B|tie)\b\W+confidence\W+(\d+(?:\.\d+)?|\.\d+)\s*(%)?/i;

/** If the contract's form failed. */
const CHOICE_LINE = {
  words:
    'Your answers to this were not in the asked shape. Forget that shape: write no JSON, nothing before and nothing ' +
    'after. Write one line, exactly so (A, B or tie; the confidence from 0 to 1):\n\nWinner: A, confidence: 0.8',
  read: (text: string): unknown => {
    const [, word, number, percent] = LINE.exec(text) ?? [];
    if (word === undefined) return null;
    const winner = word.toLowerCase() === 'tie' ? 'tie' : word.toUpperCase();
    return { reasoning: '', winner, confidence: Number(number) / (percent === undefined ? 1 : 100) };
  },
};

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
