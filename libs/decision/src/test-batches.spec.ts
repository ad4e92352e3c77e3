import { describe, expect, it } from '@jest/globals';
import { ask, kindsOf, propose, warningsOf, TEN_TESTS } from './fixtures/asked-question.js';
import { candidate, dead } from './fixtures/scripted-agents.js';
import type { Agents } from './fixtures/simulated-question.js';

describe('tests', () => {
  it('start together with generation, or before it where there is evidence', () => {
    const startedAfterPrepare = (hasEvidence: boolean): string[] => {
      const question = ask({}, { hasEvidence });
      question.advance();
      question.end(question.openTasks()[0]!);
      question.advance();
      return kindsOf(question);
    };
    expect(startedAfterPrepare(false)).toEqual(['prepare', 'precompute-tests', 'generate']);
    expect(startedAfterPrepare(true)).toEqual(['prepare', 'precompute-tests']);
    expect(ask({}, { hasEvidence: true }).runToEnd().status).toBe('GOLD');
  });

  it('that are evidence-critical go to generation, distinct and numbered', () => {
    const question = ask(
      {
        'precompute-tests': (task) => ({
          reasoning: '',
          tests: [
            { id: `a${task.ordinal}`, statement: 'Counts flights', evidenceCritical: false },
            { id: `b${task.ordinal}`, statement: 'Uses the  code AS', evidenceCritical: task.ordinal === 2 },
          ],
        }),
      },
      { hasEvidence: true, settings: { testBatches: 2 } },
    );
    question.runToEnd();
    const generation = question.startedStages().find(({ kind }) => kind === 'generate');
    expect(generation?.input).toMatchObject({
      evidenceCriticalTests: [{ id: 'b1', number: 1, statement: 'Uses the  code AS', evidenceCritical: true }],
    });
  });

  it('that distinguish readings go to generation as open points, unless verdicts are final', () => {
    const alternatives = ['one', 'all'].map((id) => ({ id, meaning: id }));
    const tests = [{ id: 'a', statement: 'Which of tied rows?', evidenceCritical: false, alternatives }];
    const writer: Agents['precompute-tests'] = () => ({ reasoning: '', tests });
    const generation = (verdicts: 'weighed' | 'final'): unknown => {
      const question = ask({ 'precompute-tests': writer }, { hasEvidence: true, settings: { verdicts } });
      question.runToEnd();
      return question.startedStages().find(({ kind }) => kind === 'generate')?.input;
    };
    expect(generation('weighed')).toMatchObject({ openPoints: [{ statement: 'Which of tied rows?', alternatives }] });
    expect(generation('final')).not.toHaveProperty('openPoints');
  });

  it('of the second moment begin while the first is still being written, and see the distinct candidates', () => {
    const question = ask({ generate: propose(candidate('one'), candidate('two'), candidate('ONE')) });
    question.advance();
    question.end(question.openTasks()[0]!);
    question.advance();
    for (const task of question.openTasks().filter((each) => 'strategy' in (each.payload as object))) {
      if (question.end(task)) question.advance();
    }
    expect(kindsOf(question)).toContain('evaluation-tests');
    const input = question.startedStages().find(({ kind }) => kind === 'evaluation-tests')?.input;
    expect(input).toMatchObject({ moment: 'evaluation', candidates: [{ number: 1, sql: 'one' }, { number: 2 }] });
    expect(question.runToEnd().status).toBe('GOLD');
  });

  const reduced = (groups: { keep: number; duplicates: number[] }[] | null): Partial<Agents> => ({
    ...TEN_TESTS,
    'reduce-tests': () => ({ reasoning: '', groups, reasks: 0 }),
  });

  it('are reduced by TestReducer where two batches delivered ten distinct ones', () => {
    const others = Array.from({ length: 8 }, (_, index) => ({ keep: index + 3, duplicates: [] }));
    const question = ask(reduced([{ keep: 2, duplicates: [1] }, ...others]));
    question.runToEnd();
    expect(question.attempt(1).tests).toMatchObject({ reduced: true, before: 10, distinct: 10, keptAs: { t1: 't2' } });
    expect(
      question
        .attempt(1)
        .tests?.numbered.map(({ id, number }) => `${number}:${id}`)
        .slice(0, 2),
    ).toEqual(['1:t2', '2:t3']);
    expect(question.events).toContainEqual({ type: 'tests-reduced', before: 10, after: 9 });
  });

  it.each([
    ['died', undefined, 'REDUCER_UNAVAILABLE'],
    ['never covered every test', null, 'REDUCTION_NOT_USABLE'],
    ['forgot tests', [{ keep: 1, duplicates: [2] }], 'REDUCTION_NOT_USABLE'],
  ])('stay as they are, with a warning, where TestReducer %s', (_what, groups, warning) => {
    const agents =
      groups === undefined ? { ...TEN_TESTS, 'reduce-tests': () => dead('MODEL_UNREACHABLE') } : reduced(groups);
    const question = ask(agents);
    expect(question.runToEnd().status).toBe('GOLD');
    expect(question.attempt(1).tests?.numbered).toHaveLength(10);
    expect(warningsOf(question)).toEqual([warning]);
  });

  it('of which none is left end in ERROR NO_TESTS, never in GOLD', () => {
    const none = (): { reasoning: string; tests: [] } => ({ reasoning: '', tests: [] });
    const question = ask({ 'precompute-tests': none, 'evaluation-tests': none });
    expect(question.runToEnd()).toMatchObject({ status: 'ERROR', error: { code: 'NO_TESTS' }, result: null });
  });

  it('of one moment are enough', () => {
    const question = ask({ 'precompute-tests': () => dead('MODEL_UNREACHABLE') });
    expect(question.runToEnd().status).toBe('GOLD');
    expect(warningsOf(question)).toEqual(['TESTS_MISSING']);
  });

  it('of which no batch was delivered end in ERROR with the cause', () => {
    const unreachable = (): ReturnType<typeof dead> => dead('MODEL_UNREACHABLE', 'connection refused');
    const question = ask({ 'precompute-tests': unreachable, 'evaluation-tests': unreachable });
    expect(question.runToEnd()).toMatchObject({
      status: 'ERROR',
      error: { code: 'MODEL_UNREACHABLE', message: 'connection refused' },
    });
  });
});
