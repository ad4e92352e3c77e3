import { describe, expect, it } from '@jest/globals';
import { ask, judge, kindsOf, propose, warningsOf, NINE_OF_TEN, TEN_TESTS } from './fixtures/asked-question.js';
import { candidate, dead, reviews, verdicts } from './fixtures/scripted-agents.js';
import type { Agents, SimulatedQuestion } from './fixtures/simulated-question.js';

describe('infrastructure', () => {
  it('that delivers no candidate is an ERROR with its cause, not FAILED', () => {
    const question = ask({ generate: () => dead('MODEL_UNREACHABLE', 'connection refused') });
    expect(question.runToEnd()).toMatchObject({
      status: 'ERROR',
      case: null,
      result: null,
      error: { code: 'MODEL_UNREACHABLE', message: 'connection refused' },
    });
  });

  it('that loses single candidates is tolerated', () => {
    const question = ask({ generate: (task) => (task.ordinal < 3 ? dead('TIMEOUT') : candidate('good')) });
    expect(question.runToEnd().status).toBe('GOLD');
  });

  it('that cannot read the schema is an ERROR', () => {
    const question = ask({ prepare: () => dead('DATABASE_UNREACHABLE') });
    expect(question.runToEnd()).toMatchObject({ status: 'ERROR', error: { code: 'DATABASE_UNREACHABLE' } });
  });

  it('that prevents all verdicts is ERROR EVALUATION_INCOMPLETE, with the cause', () => {
    const finish = ask({ evaluate: () => dead('MODEL_UNREACHABLE', 'connection refused') }).runToEnd();
    expect(finish).toMatchObject({ status: 'ERROR', error: { code: 'EVALUATION_INCOMPLETE' } });
    expect(finish.error?.message).toContain('connection refused');
  });

  it('asks no second round of judges who all died', () => {
    const question = ask({ evaluate: () => dead('MODEL_UNREACHABLE') });
    question.runToEnd();
    expect(kindsOf(question).filter((kind) => kind === 'evaluate')).toHaveLength(1);
  });

  const twoCandidates = propose(candidate('judged'), candidate('unlucky'));

  it('does not keep the others from winning when one candidate cannot be judged', () => {
    const question = ask({ generate: twoCandidates, evaluate: judge({ unlucky: dead('TIMEOUT') }) });
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', case: 'A', result: { sqlList: [{ sql: 'judged' }] } });
  });

  it('judges a candidate again that might change a D', () => {
    const question = ask({
      generate: twoCandidates,
      evaluate: (task, { round }) => {
        if (task.payload.candidate.sql === 'judged') return verdicts('no', 'no');
        return round === 1 ? dead('TIMEOUT') : verdicts(true, true);
      },
    });
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', result: { sqlList: [{ sql: 'unlucky' }] } });
    const rounds = question.startedStages().filter(({ kind }) => kind === 'evaluate');
    expect(rounds.map(({ tasks }) => tasks.length)).toEqual([2, 1]);
    expect(warningsOf(question)).toEqual(['JUDGED_AGAIN']);
  });

  it('ends in ERROR where that fails too: never pushed down to FAILED', () => {
    const question = ask(
      { generate: twoCandidates, evaluate: judge({ judged: verdicts('no', 'no'), unlucky: dead('TIMEOUT') }) },
      { level: 'EXPERT' },
    );
    expect(question.runToEnd()).toMatchObject({ status: 'ERROR', error: { code: 'EVALUATION_INCOMPLETE' } });
  });

  it('retries a dead review once, then ends in ERROR rather than count it as FAIL', () => {
    const reviewing = (supervise: Agents['supervise']): SimulatedQuestion =>
      ask({ ...TEN_TESTS, evaluate: () => verdicts(...NINE_OF_TEN), supervise }, { level: 'EXPERT' });
    const recovered = reviewing((_task, { round }) => (round === 1 ? dead('TIMEOUT') : reviews({ 10: true })));
    expect(recovered.runToEnd().status).toBe('GOLD');
    const lost = reviewing(() => dead('TIMEOUT'));
    expect(lost.runToEnd()).toMatchObject({ status: 'ERROR', case: 'C', error: { code: 'EVALUATION_INCOMPLETE' } });
  });

  it('leaves, with weighed verdicts, the FAIL of the evaluator where a review cannot be had', () => {
    const settings = { verdicts: 'weighed', allowSilver: true, maxLevel: 'BASIC' } as const;
    for (const [code, rounds] of [
      ['TIMEOUT', 2],
      ['ANSWER_NOT_IN_FORM', 1],
    ] as const) {
      const question = ask(
        {
          ...TEN_TESTS,
          evaluate: () => verdicts(...NINE_OF_TEN),
          trial: () => dead('TIMEOUT'),
          supervise: () => dead(code),
        },
        { settings },
      );
      expect(question.runToEnd()).toMatchObject({ status: 'SILVER', silver: { why: 'failed-tests' } });
      expect(question.startedStages().filter(({ kind }) => kind === 'supervise')).toHaveLength(rounds);
      expect(warningsOf(question)).toContain('REVIEW_UNAVAILABLE');
    }
  });

  it('that can only repeat itself ends the question at once', () => {
    const question = ask({ 'precompute-tests': () => dead('BUDGET_EXCEEDED') });
    question.advance();
    question.end(question.openTasks()[0]!);
    question.advance();
    question.end(question.openTasks()[0]!);
    question.advance();
    expect(question.finish).toMatchObject({ status: 'ERROR', error: { code: 'BUDGET_EXCEEDED' } });
    expect(question.openTasks()).toEqual([]);
  });
});
