import { describe, expect, it } from '@jest/globals';
import { agreeableAgents, candidate, invalid, verdicts } from '../fixtures/scripted-agents.js';
import { SimulatedQuestion } from '../fixtures/simulated-question.js';
import { levelAfter } from './next-level.js';

const modelsOf = (basic: string, advanced: string, expert: string): Record<string, string> => ({
  'generator BASIC': basic,
  'evaluator BASIC': 'judge',
  'generator ADVANCED': advanced,
  'evaluator ADVANCED': 'judge',
  'generator EXPERT': expert,
  'evaluator EXPERT': 'judge',
});

function ask(
  models: Record<string, string>,
  effort: 'balanced' | 'exhaustive',
  sql: 'valid' | 'none',
  decidedBy: 'weighed' | 'final' = 'weighed',
): SimulatedQuestion {
  const settings = { effort, verdicts: decidedBy, sqlCandidates: 3, testBatches: 1, allowSilver: false } as const;
  return new SimulatedQuestion(
    { models, settings },
    agreeableAgents({
      generate: () => (sql === 'valid' ? candidate('a') : invalid('a', 'no such table')),
      evaluate: (_task, { input }) => verdicts(...input.tests.map(() => 'no')),
    }),
  );
}

describe('escalation', () => {
  const same = modelsOf('small', 'small', 'small');
  const later = modelsOf('small', 'small', 'big');

  it.each(['valid', 'none'] as const)(
    'asks the same models once more, told the failures, and then ends (%s)',
    (sql) => {
      const question = ask(same, 'balanced', sql);
      expect(question.runToEnd()).toMatchObject({ status: 'FAILED', level: 'ADVANCED' });
      expect(question.run.attempts.map(({ level }) => level)).toEqual(['BASIC', 'ADVANCED']);
      expect(question.attempt(2).escalation?.failedSqls.map((failed) => failed.sql)).toEqual(['a']);
      const warnings = question.events.filter(
        (event) => event.type === 'warning-raised' && event.code === 'NO_OTHER_MODEL',
      );
      expect(warnings).toHaveLength(1);
      expect(question.events.at(-1)?.type).toBe('question-finished');
    },
  );

  it('never starts a third attempt with the same models, whatever the reason', () => {
    const settings = { effort: 'exhaustive', verdicts: 'weighed', sqlCandidates: 3, testBatches: 1 } as const;
    const talks = { dead: { code: 'ANSWER_NOT_IN_FORM', message: 'it talked' } };
    const question = new SimulatedQuestion({ models: same, settings }, agreeableAgents({ generate: () => talks }));
    expect(question.runToEnd().status).toBe('ERROR');
    expect(question.run.attempts).toHaveLength(2);
  });

  it('continues to the next level that has another model or effort', () => {
    const question = ask(later, 'balanced', 'none');
    question.runToEnd();
    expect(question.run.attempts.map(({ level }) => level)).toEqual(['BASIC', 'EXPERT']);
    expect(question.events).toContainEqual({ type: 'level-escalated', from: 'BASIC', to: 'EXPERT', reason: 'NO_SQL' });
    expect(levelAfter(ask(modelsOf('m', 'm (high)', 'm (high)'), 'balanced', 'none').run, 'BASIC')).toBe('ADVANCED');
  });

  it('tries every level with final verdicts and exhaustive effort, and where models are not known', () => {
    for (const [models, effort, verdicts] of [
      [same, 'exhaustive', 'final'],
      [{}, 'balanced', 'weighed'],
    ] as const) {
      const question = ask(models, effort, 'none', verdicts);
      question.runToEnd();
      expect(question.run.attempts.map(({ level }) => level)).toEqual(['BASIC', 'ADVANCED', 'EXPERT']);
    }
  });
});
