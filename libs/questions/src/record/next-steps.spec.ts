import { describe, expect, it } from '@jest/globals';
import type { NextAction } from '@assay/contracts';
import { nextSteps, type EndedQuestion } from './next-steps.js';

const failed = (changes: Partial<EndedQuestion> = {}): EndedQuestion => ({
  status: 'FAILED',
  level: 'EXPERT',
  result: { result: 'FAILED', sqlList: [] },
  error: null,
  refusals: [],
  ...changes,
});
const listed = (...tests: string[]): EndedQuestion['result'] => ({
  result: 'FAILED',
  sqlList: tests.map((test, n) => ({ sql: `select ${n}`, failedTests: [{ test, reason: 'because' }] })),
});
const actions = (question: EndedQuestion): NextAction[] => nextSteps(question).map(({ action }) => action);
const error = (code: string): EndedQuestion => ({
  ...failed(),
  status: 'ERROR',
  result: null,
  error: { code, message: 'm' },
});

describe('what may be done about a question', () => {
  it('asks for evidence first where SQL failed tests, and names the test that most failed', () => {
    const steps = nextSteps(failed({ result: listed('rare', 'counts only paid orders.', 'counts only paid orders.') }));
    expect(steps.map(({ action }) => action)).toEqual(['add-evidence', 'edit-question']);
    expect(steps[0]?.message).toContain('most often: counts only paid orders. Say');
  });

  it('offers a higher level below the highest', () => {
    expect(actions(failed({ level: 'BASIC', result: listed('t') }))).toEqual([
      'add-evidence',
      'edit-question',
      'raise-level',
    ]);
    expect(nextSteps(failed({ level: 'BASIC', result: listed('t') }))[2]?.message).toBe(
      'The fast models were the last that may be used. Allow stronger ones in the settings, and ask again.',
    );
  });

  it('asks for another model where the levels above have the same', () => {
    const question = failed({ level: 'BASIC', settings: { maxLevel: 'EXPERT' }, result: listed('t') });
    expect(actions(question)).toEqual(['add-evidence', 'edit-question', 'check-model']);
    expect(nextSteps(question)[2]?.message).toContain('Stronger models are not set');
  });

  it('offers to test the candidates of an instant question', () => {
    const result = { result: 'FAILED' as const, sqlList: [{ sql: 'select 1', failedTests: [] }] };
    const settings = { maxLevel: 'EXPERT', effort: 'instant' } as const;
    expect(actions(failed({ result, settings }))).toEqual(['retry', 'edit-question']);
    expect(actions(failed({ result: listed('valid SQL'), settings }))).not.toContain('retry');
  });

  it('asks for simpler words where no SQL ran', () => {
    expect(actions(failed({ result: listed('valid SQL') }))).toEqual(['edit-question', 'add-evidence']);
    expect(actions(failed())).toEqual(['edit-question', 'add-evidence']);
  });

  it('gives the refusal of all models but one, whose SQL nobody judged', () => {
    const result = { result: 'FAILED' as const, sqlList: [{ sql: 'select 1', failedTests: [] }] };
    const refused = failed({
      result,
      refusals: ['There is no weather.'],
      reason: { kind: 'refused', message: 'There is no weather.' },
    });
    expect(nextSteps(refused)[0]?.message).toContain('refused to answer: There is no weather. Ask');
    expect(nextSteps(failed({ result }))[0]?.message).toMatch(/^No SQL was judged to the end\./);
  });

  it('gives the reason of a refusal, on one line, cut', () => {
    const [first] = nextSteps(failed({ refusals: [`there is\nno weather ${'x'.repeat(500)}`] }));
    expect(first?.action).toBe('edit-question');
    expect(first?.message).toMatch(/refused to answer: there is no weather x+…\. Ask/);
    expect(first?.message.length).toBeLessThan(350);
  });

  it.each<[string, NextAction[]]>([
    ['MODEL_NOT_CONFIGURED', ['check-model']],
    ['MODEL_REJECTED', ['check-model', 'retry']],
    ['MODEL_CONTEXT_EXCEEDED', ['check-model', 'edit-question']],
    ['ANSWER_NOT_IN_FORM', ['check-model', 'retry']],
    ['DATABASE_UNREACHABLE', ['check-database', 'retry']],
    ['TARGET_BUSY', ['retry', 'check-database']],
    ['TARGET_HOST_FORBIDDEN', ['check-database', 'retry']],
    ['DB_SAMPLER_UNAVAILABLE', ['check-database', 'retry']],
    ['BUDGET_EXCEEDED', ['retry', 'edit-question']],
    ['DEADLINE_EXCEEDED', ['retry', 'edit-question']],
    ['INTERNAL', ['retry']],
  ])('knows what %s asks for', (code, expected) => {
    expect(actions(error(code))).toEqual(expected);
  });

  it.each(['QUEUED', 'RUNNING', 'GOLD', 'SILVER', 'CANCELLED'] as const)('says nothing of %s', (status) => {
    expect(nextSteps(failed({ status }))).toEqual([]);
  });
});
