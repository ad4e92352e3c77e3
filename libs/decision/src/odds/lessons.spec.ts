import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { agreeableAgents, candidate, verdicts } from '../fixtures/scripted-agents.js';
import { SimulatedQuestion, type RunOptions } from '../fixtures/simulated-question.js';
import { runOdds } from './run-odds.js';
import { judgeLessons } from './lessons.js';
import { reliabilityOf } from './reliability.js';

function ask(failing: string, options: RunOptions = {}): SimulatedQuestion {
  const settings = { verdicts: 'weighed', sqlCandidates: 3, maxLevel: 'BASIC', allowSilver: true } as const;
  const question = new SimulatedQuestion(
    { ...options, settings: { ...settings, ...options.settings } },
    agreeableAgents({
      generate: ({ ordinal }) => candidate('abc'.charAt(ordinal - 1)),
      evaluate: ({ payload }, { input }) =>
        verdicts(...input.tests.map(() => !failing.includes(payload.candidate.sql) || 'no')),
    }),
  );
  question.runToEnd();
  return question;
}

const namedIn = ({ run }: SimulatedQuestion, right: string): ((id: string) => boolean | null) => {
  const tasks = run.stages.flatMap((stage) => (stage.kind === 'generate' ? stage.tasks : []));
  return (id) => right.includes(tasks.find((task) => task.id === id)?.result?.sql ?? '?');
};

describe('judgeLessons', () => {
  it('counts each verdict on a class as right or wrong', () => {
    const question = ask('bc');
    expect(judgeLessons(question.run, namedIn(question, 'a'))).toEqual([
      { agent: 'evaluator', level: 'BASIC', right: 3, wrong: 0 },
    ]);
    expect(judgeLessons(question.run, namedIn(question, 'b'))).toEqual([
      { agent: 'evaluator', level: 'BASIC', right: 1, wrong: 2 },
    ]);
  });

  it('counts comparisons of a right and a wrong SQL', () => {
    const question = ask('c');
    const { run } = question;
    const chosen = runOdds(run).classes[0]?.finalist.candidate ?? '';
    const compared = run.stages.filter(({ kind }) => kind === 'compare');
    const [selector] = judgeLessons(run, (id) => id === chosen).filter(({ agent }) => agent === 'sql-selector');
    // position bias: contradictory orders, no win
    expect([compared.length, selector]).toEqual([1, undefined]);
  });

  it('learns nothing from undecidable answers', () => {
    expect(judgeLessons(ask('b').run, () => null)).toEqual([]);
  });
});

describe('what is learnt', () => {
  it('never makes a judge less reliable for one more right verdict, nor more for a wrong one', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(10_000), fc.nat(100), (right, wrong, more) => {
        const before = reliabilityOf('evaluator', { right, wrong });
        expect(reliabilityOf('evaluator', { right: right + more, wrong })).toBeGreaterThanOrEqual(before);
        expect(reliabilityOf('evaluator', { right, wrong: wrong + more })).toBeLessThanOrEqual(before);
      }),
    );
  });

  it('is what the odds of each level go by', () => {
    const doubt = { evaluator: 0.5, selector: 0.5 };
    const sure = { evaluator: 0.95, selector: 0.95 };
    const probabilityOf = (reliability: typeof sure): number => {
      const question = ask('bc', { odds: { reliabilities: { BASIC: reliability, EXPERT: doubt } } });
      return runOdds(question.run).classes[0]?.probability ?? 0;
    };
    expect(probabilityOf(sure)).toBeGreaterThan(probabilityOf(doubt) + 0.2);
  });
});
