import { describe, expect, it } from '@jest/globals';
import { ask, kindsOf, propose, NINE_OF_TEN, NONE_OF_TEN, TEN_TESTS } from './fixtures/asked-question.js';
import { candidate, invalid, reviews, verdicts } from './fixtures/scripted-agents.js';
import type { Agents } from './fixtures/simulated-question.js';

describe('escalation', () => {
  it('happens without evaluation where no SQL is valid, and drops the tests still being written', () => {
    const question = ask({
      generate: (_task, { attempt }) => (attempt === 1 ? invalid('oops', 'no such column') : candidate('good')),
    });
    question.advance();
    question.end(question.openTasks()[0]!);
    question.advance();
    const tests = question.openTasks().filter((task) => !('strategy' in (task.payload as object)));
    for (const task of question.openTasks().filter((each) => 'strategy' in (each.payload as object))) {
      if (question.end(task)) question.advance();
    }
    expect(tests.map(({ status, straggler }) => ({ status, straggler }))).toEqual([
      { status: 'CANCELLED', straggler: false },
    ]);
    expect(question.attempt(2)).toMatchObject({ level: 'ADVANCED', reason: 'NO_SQL' });
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', level: 'ADVANCED' });
    expect(question.events.filter(({ type }) => type === 'level-escalated')).toEqual([
      { type: 'level-escalated', from: 'BASIC', to: 'ADVANCED', reason: 'NO_SQL' },
    ]);
  });

  it('ends FAILED with no case where no level gave valid SQL, and stops at maxLevel', () => {
    const question = ask({ generate: () => invalid('oops', 'no') }, { settings: { maxLevel: 'ADVANCED' } });
    expect(question.runToEnd()).toMatchObject({ status: 'FAILED', case: null, level: 'ADVANCED' });
  });

  it('lists no refusal: it has no SQL', () => {
    const question = ask({ generate: () => invalid('', 'refused') });
    expect(question.runToEnd()).toMatchObject({ status: 'FAILED', result: { result: 'FAILED', sqlList: [] } });
    expect(question.attempt(2).escalation).toEqual({ failedSqls: [] });
  });

  it('asks nothing of the target database twice: one prepare for all attempts', () => {
    const question = ask({ evaluate: () => verdicts('no', 'no') });
    question.runToEnd();
    expect(kindsOf(question).filter((kind) => kind === 'prepare')).toHaveLength(1);
  });
});

describe('SILVER', () => {
  const nearlyThere: Partial<Agents> = {
    ...TEN_TESTS,
    generate: (_task, { attempt }) => candidate(`sql ${attempt}`),
    evaluate: (_task, { attempt }) => (attempt === 2 ? verdicts(...NINE_OF_TEN) : verdicts(...NONE_OF_TEN)),
    supervise: () => reviews({ 10: 'still wrong' }),
  };

  it('is the best candidate of any level at or above the threshold, where it is allowed', () => {
    const question = ask(nearlyThere, { settings: { allowSilver: true } });
    expect(question.runToEnd()).toMatchObject({
      status: 'SILVER',
      case: 'D',
      level: 'EXPERT',
      result: {
        result: 'SILVER',
        sqlList: [{ sql: 'sql 2', failedTests: [{ test: 'Test 10', reason: 'still wrong' }] }],
      },
    });
    expect(question.attempt(2)).toMatchObject({ selection: { by: 'silver' } });
    expect(question.attempt(3).winner).toBeNull();
    expect(question.finish?.confidence).toBeGreaterThan(0);
  });

  it('does not exist where it is not allowed', () => {
    expect(ask(nearlyThere).runToEnd().status).toBe('FAILED');
  });

  it('is what a bypassed evaluation gives: the valid candidate of lowest ordinal, and no tests at all', () => {
    const question = ask(
      { generate: propose(invalid('oops', 'no'), candidate('second'), candidate('third')) },
      { settings: { bypassEvaluation: true }, hasEvidence: true },
    );
    expect(question.runToEnd()).toMatchObject({
      status: 'SILVER',
      case: null,
      result: { result: 'SILVER', sqlList: [{ sql: 'second', failedTests: [] }] },
    });
    expect(kindsOf(question)).toEqual(['prepare', 'generate']);
    expect(question.attempt(1).selection?.by).toBe('bypass');
  });
});
