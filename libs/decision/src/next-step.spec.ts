import { describe, expect, it } from '@jest/globals';
import { agreeableAgents, candidate, dead, invalid, reviews, verdicts } from './fixtures/scripted-agents.js';
import { SimulatedQuestion, type Agents, type RunOptions } from './fixtures/simulated-question.js';
import { nextStep } from './next-step.js';

function ask(agents: Partial<Agents> = {}, options: RunOptions = {}): SimulatedQuestion {
  return new SimulatedQuestion(options, agreeableAgents(agents));
}

const THREE = { sqlCandidates: 3 };
const kindsOf = (question: SimulatedQuestion): string[] => question.startedStages().map(({ kind }) => kind);

/** Candidates by ordinal, the last one for all that follow. */
function propose(...sqls: ReturnType<typeof candidate>[]): Partial<Agents> {
  return { generate: (task) => sqls[task.ordinal - 1] ?? sqls.at(-1) ?? candidate('select 1') };
}

describe('one question', () => {
  it('is GOLD by case A when exactly one candidate passes all tests', () => {
    const question = ask(
      {
        ...propose(candidate('good'), candidate('bad'), candidate('bad')),
        evaluate: (task) => (task.payload.candidate.sql === 'good' ? verdicts(true, true) : verdicts(true, 'no')),
      },
      { settings: THREE },
    );
    expect(question.runToEnd()).toMatchObject({
      status: 'GOLD',
      case: 'A',
      level: 'BASIC',
      result: { result: 'GOLD', sqlList: [{ sql: 'good', failedTests: [] }] },
      error: null,
    });
    expect(kindsOf(question)).toEqual(['prepare', 'precompute-tests', 'generate', 'evaluation-tests', 'evaluate']);
    expect(question.attempt(1).selection?.by).toBe('only-passer');
  });

  it('judges equal SQL once', () => {
    const question = ask(propose(candidate('same'), candidate('same'), candidate('SAME')), { settings: THREE });
    question.runToEnd();
    const evaluation = question.startedStages().find(({ kind }) => kind === 'evaluate');
    expect(evaluation?.tasks).toHaveLength(1);
  });

  it('starts tests and generation together, and one after the other where there is evidence', () => {
    const together = ask();
    together.advance();
    together.end(together.openTasks()[0]!);
    together.advance();
    expect(kindsOf(together)).toEqual(['prepare', 'precompute-tests', 'generate']);
    const apart = ask({}, { hasEvidence: true });
    apart.advance();
    apart.end(apart.openTasks()[0]!);
    apart.advance();
    expect(kindsOf(apart)).toEqual(['prepare', 'precompute-tests']);
    expect(apart.runToEnd().status).toBe('GOLD');
  });

  it('gives the distinct evidence-critical tests to generation, numbered', () => {
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

  it('takes one of several passers with the same result without any comparison: case B', () => {
    const question = ask(
      propose(candidate('longer', { cluster: 'x' }), candidate('short', { cluster: 'x' }), candidate('short')),
      { settings: THREE },
    );
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', case: 'B', result: { sqlList: [{ sql: 'short' }] } });
    expect(question.attempt(1).selection).toMatchObject({ by: 'single-result' });
    expect(kindsOf(question)).not.toContain('compare');
  });

  it('compares passers with different results in both orders, and trusts a confident judge', () => {
    const question = ask(
      {
        ...propose(
          candidate('popular', { cluster: 'x' }),
          candidate('loved', { cluster: 'y' }),
          candidate('popular', { cluster: 'x' }),
        ),
        compare: (task) => {
          const { first, second } = task.payload;
          return { reasoning: '', winner: first.sql === 'loved' ? first.id : second.id, confidence: 0.7 };
        },
      },
      { settings: THREE },
    );
    expect(question.runToEnd().result?.sqlList).toEqual([{ sql: 'loved', failedTests: [] }]);
    expect(question.attempt(1).selection?.by).toBe('judge');
    const compared = question.startedStages().find(({ kind }) => kind === 'compare');
    expect(compared?.tasks).toHaveLength(2);
  });

  it('lets the larger cluster win where the judge only likes what it sees first', () => {
    const question = ask(
      propose(
        candidate('rare', { cluster: 'y' }),
        candidate('popular', { cluster: 'x' }),
        candidate('popular', { cluster: 'x' }),
      ),
      { settings: THREE },
    );
    expect(question.runToEnd().result?.sqlList).toEqual([{ sql: 'popular', failedTests: [] }]);
    expect(question.attempt(1).selection).toMatchObject({ by: 'cluster' });
  });
});
