import { describe, expect, it } from '@jest/globals';
import { agreeableAgents, candidate, dead, reviews, verdicts } from '../fixtures/scripted-agents.js';
import { SimulatedQuestion, type Agents } from '../fixtures/simulated-question.js';
import { evaluatorJudgements, finalJudgements, supervisorReviews } from './judgements.js';

function judged(agents: Partial<Agents>): SimulatedQuestion {
  const settings = { sqlCandidates: 1, testBatches: 1, passThreshold: 50 };
  const question = new SimulatedQuestion({ level: 'EXPERT', settings }, agreeableAgents(agents));
  question.runToEnd();
  return question;
}

const texts = (judgements: ReturnType<typeof finalJudgements>): string[] =>
  judgements.flatMap((each) => each.verdicts.map(({ verdict, reason, by }) => `${by}: ${verdict} ${reason}`.trim()));

describe('judgements', () => {
  it('take a verdict by its number, whatever the order', () => {
    const given = verdicts(true, 'no');
    const question = judged({ evaluate: () => ({ ...given, verdicts: given.verdicts.toReversed() }) });
    expect(texts(evaluatorJudgements(question.run, 1))).toEqual(['evaluator: PASS', 'evaluator: FAIL no']);
  });

  it('count a missing verdict, and two that contradict each other, as FAIL "not evaluated"', () => {
    const contradiction = [
      { number: 1, verdict: 'PASS' as const, reason: '' },
      { number: 1, verdict: 'FAIL' as const, reason: 'no' },
    ];
    const question = judged({ evaluate: () => ({ ...verdicts(), verdicts: contradiction }) });
    expect(texts(evaluatorJudgements(question.run, 1))).toEqual([
      'evaluator: FAIL not evaluated',
      'evaluator: FAIL not evaluated',
    ]);
  });

  it('let the supervisor decide the tests it looked at, and no other', () => {
    const question = judged({
      evaluate: () => verdicts(true, 'no'),
      supervise: () => reviews({ 1: 'nobody asked', 2: true }),
    });
    expect(texts(finalJudgements(question.run, 1))).toEqual(['evaluator: PASS', 'supervisor: PASS not grave']);
  });

  it('leave a failed test as it was where the supervisor passed it over', () => {
    const question = judged({ evaluate: () => verdicts(true, 'no'), supervise: () => reviews({}) });
    expect(texts(finalJudgements(question.run, 1))).toEqual(['evaluator: PASS', 'evaluator: FAIL no']);
    expect(question.run.status).toBe('FAILED');
  });

  it('are UNDECIDED where the review died, on the failed tests alone', () => {
    const question = judged({ evaluate: () => verdicts(true, 'no'), supervise: () => dead('TIMEOUT', 'no answer') });
    expect(texts(finalJudgements(question.run, 1))).toEqual(['evaluator: PASS', 'supervisor: UNDECIDED no answer']);
    expect(supervisorReviews(question.run, 1)[0]?.verdicts[0]).toBeNull();
  });

  it('come from the round in which the judge was reached', () => {
    const settings = { sqlCandidates: 2, testBatches: 1 };
    const agents = agreeableAgents({
      generate: (task) => candidate(`sql ${task.ordinal}`),
      evaluate: (task, { round }) => {
        if (task.payload.candidate.number === 1) return verdicts('no', 'no');
        return round === 1 ? dead('TIMEOUT') : verdicts(true, true);
      },
    });
    const question = new SimulatedQuestion({ settings }, agents);
    question.runToEnd();
    expect(texts(evaluatorJudgements(question.run, 1)).slice(2)).toEqual(['evaluator: PASS', 'evaluator: PASS']);
  });
});
