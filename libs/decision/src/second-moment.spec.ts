import type { Settings, WitnessRecord } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { agreeableAgents, candidate, probed } from './fixtures/scripted-agents.js';
import { SimulatedQuestion, type Agents } from './fixtures/simulated-question.js';

const WEIGHED: Partial<Settings> = {
  verdicts: 'weighed',
  judge: 'behaviour',
  effort: 'balanced',
  sqlCandidates: 4,
  testBatches: 1,
  maxLevel: 'BASIC',
};

const result = (...values: number[]): WitnessRecord['resultA'] => ({
  columns: [{ name: 'n', type: 'integer' }],
  rows: values.map((value) => [value]),
  error: null,
});

/** Classes of all texts, and witnesses between the first two, with these results of the second. */
const witnessing =
  (...resultsB: WitnessRecord['resultB'][]): NonNullable<Agents['probe']> =>
  ({ payload }) => {
    const [a, b] = payload.texts.map((text) => text.candidate);
    const classes = payload.texts.map((text) => [text.candidate]);
    if (a === undefined || b === undefined) return probed(classes);
    const tables = { flights: { columns: ['id'], rows: [[1]] } };
    const witnesses = resultsB.map((resultB) => {
      return { a, b, instance: '0', weak: false, tables, resultA: result(1), resultB };
    });
    return probed(classes, { witnesses });
  };

/** SQLs `a`, `b`, `a`, `b`: two classes with a witness. */
function ask(settings: Partial<Settings> = {}, agents: Partial<Agents> = {}): SimulatedQuestion {
  return new SimulatedQuestion(
    { settings: { ...WEIGHED, ...settings } },
    agreeableAgents({
      generate: ({ ordinal }) => candidate(ordinal % 2 === 1 ? 'a' : 'b'),
      probe: witnessing(result(2)),
      ...agents,
    }),
  );
}

const secondMoment = (question: SimulatedQuestion) =>
  question.startedStages().flatMap((stage) => (stage.kind === 'evaluation-tests' ? [stage] : []));

describe('the second moment', () => {
  it('sees the tests of the first one and the witnesses of every wave', () => {
    const question = ask();
    question.runToEnd();
    const [stage] = secondMoment(question);
    expect(stage?.input.tests).toMatchObject([{ number: 1, statement: 'It counts flights.' }]);
    expect(stage?.input.witnesses).toMatchObject([{ numberA: 1, numberB: 2 }]);
    const steps = question.commands.flatMap((command) =>
      command.type === 'start-stage' || command.type === 'close-stage' ? [`${command.type} ${command.kind}`] : [],
    );
    const start = steps.indexOf('start-stage evaluation-tests');
    expect(start).toBeGreaterThan(steps.lastIndexOf('close-stage probe'));
    expect(start).toBeGreaterThan(steps.indexOf('close-stage precompute-tests'));
  });

  it('sees all witnesses, of which a judge sees four', () => {
    const question = ask({}, { probe: witnessing(...[2, 3, 4, 5, 6, 7].map((value) => result(value))) });
    question.runToEnd();
    expect(secondMoment(question)[0]?.input.witnesses).toHaveLength(6);
    const judged = question.startedStages().flatMap((stage) => (stage.kind === 'evaluate' ? stage.tasks : []));
    expect(judged.map(({ payload }) => payload.witnesses?.length)).toEqual([4, 4]);
  });

  it('knows nothing of the first one where verdicts are final', () => {
    const question = ask({ verdicts: 'final' });
    question.runToEnd();
    expect(secondMoment(question)[0]?.input).not.toHaveProperty('tests');
  });
});

describe('a comparison of two passing classes', () => {
  const compared = (question: SimulatedQuestion): number => {
    question.runToEnd();
    return question.startedStages().filter(({ kind }) => kind === 'compare').length;
  };
  const sameRows: Agents['generate'] = ({ ordinal }) =>
    candidate(ordinal % 2 === 1 ? 'a' : 'b', { cluster: 'same rows' });

  it('is asked for where they returned different rows, or a witness shows a difference', () => {
    expect(compared(ask())).toBe(1);
    expect(compared(ask({}, { generate: sameRows }))).toBe(1);
  });

  it('is not asked for where no difference can be shown', () => {
    const probe: Agents['probe'] = ({ payload }) => probed(payload.texts.map((text) => [text.candidate]));
    expect(compared(ask({}, { generate: sameRows, probe }))).toBe(0);
  });

  it.each([
    ['not asked for where they differ in an open point alone', [result(1, 2)], 0],
    ['asked for where they take different alternatives and differ in more', [result(1, 2), result(2, 3)], 1],
  ])('is %s', (_, results, times) => {
    const alternatives = ['one', 'all'].map((id) => ({ id, meaning: id }));
    const tests = [
      { id: 't1', statement: 'It counts flights.', evidenceCritical: false },
      { id: 't2', statement: 'Do ties count?', evidenceCritical: false, alternatives },
    ];
    const question = ask(
      {},
      {
        'precompute-tests': () => ({ reasoning: '', tests }),
        probe: witnessing(...results),
        evaluate: ({ payload }, { input }) => ({
          reasoning: '',
          verdicts: input.tests.map(({ number, alternatives: open }) => ({
            number,
            verdict: 'PASS',
            reason: '',
            ...(open && { alternative: payload.candidate.sql === 'a' ? 'one' : 'all' }),
          })),
          missing: [],
          extra: [],
          contradicting: [],
          reasks: 0,
        }),
      },
    );
    expect(compared(question)).toBe(times);
  });
});
