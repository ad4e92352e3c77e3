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

const result = (value: number): WitnessRecord['resultA'] => ({
  columns: [{ name: 'n', type: 'integer' }],
  rows: [[value]],
  error: null,
});

/** SQLs `a`, `b`, `a`, `b`: two classes with a witness. */
function ask(settings: Partial<Settings> = {}, agents: Partial<Agents> = {}): SimulatedQuestion {
  return new SimulatedQuestion(
    { settings: { ...WEIGHED, ...settings } },
    agreeableAgents({
      generate: ({ ordinal }) => candidate(ordinal % 2 === 1 ? 'a' : 'b'),
      probe: ({ payload }) => {
        const [a, b] = payload.texts.map((text) => text.candidate);
        const tables = { flights: { columns: ['id'], rows: [[1]] } };
        const witness = { instance: '0', weak: false, tables, resultA: result(1), resultB: result(2) };
        const classes = payload.texts.map((text) => [text.candidate]);
        return probed(classes, a === undefined || b === undefined ? {} : { witnesses: [{ a, b, ...witness }] });
      },
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

  it('is not asked for where they take different alternatives of a reading test', () => {
    const alternatives = ['one', 'all'].map((id) => ({ id, meaning: id }));
    const tests = [
      { id: 't1', statement: 'It counts flights.', evidenceCritical: false },
      { id: 't2', statement: 'Do ties count?', evidenceCritical: false, alternatives },
    ];
    const question = ask(
      {},
      {
        'precompute-tests': () => ({ reasoning: '', tests }),
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
    expect(compared(question)).toBe(0);
  });
});
