import { estimateTokens, type FailedSql } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { agreeableAgents, candidate, verdicts } from '../fixtures/scripted-agents.js';
import { SimulatedQuestion } from '../fixtures/simulated-question.js';
import { projectVerdicts } from '../record/project-verdicts.js';
import { escalationContext, withinCap } from './escalation-context.js';

const failure = (sql: string, passRate: number | null, ...reasons: string[]): FailedSql => ({
  level: 'BASIC',
  sql,
  passRate,
  failedTests: reasons.map((reason, index) => ({ test: `test ${index + 1}`, reason })),
});

const tokensOf = (failures: readonly FailedSql[]): number =>
  failures
    .flatMap(({ sql, failedTests }) => [sql, ...failedTests.flatMap(({ test, reason }) => [test, reason])])
    .reduce((sum, text) => sum + estimateTokens(text), 0);

describe('escalationContext', () => {
  it('says how many SQLs and how many failed tests the cap leaves out', () => {
    const reason = 'r'.repeat(400);
    const question = new SimulatedQuestion(
      { settings: { sqlCandidates: 4, testBatches: 1 } },
      agreeableAgents({
        generate: ({ ordinal }) => candidate(`select ${ordinal}`),
        evaluate: () => verdicts(reason, reason),
      }),
    );
    question.runToEnd();
    const basic = { ...question.run, attempts: question.run.attempts.slice(0, 1) };
    const { failedSqls, leftOut } = escalationContext(basic, 300);
    expect(failedSqls.map(({ failedTests }) => failedTests.length)).toEqual([2, 1]);
    expect(leftOut).toEqual({ sqls: 2, tests: 1 });
    expect(escalationContext(basic)).not.toHaveProperty('leftOut');
  });

  it('names no SQL where the only test has become a reading, which fails nothing', () => {
    const question = new SimulatedQuestion(
      {
        settings: { verdicts: 'weighed', sqlCandidates: 2, testBatches: 1 },
      },
      agreeableAgents({
        generate: ({ ordinal }) => candidate(`select ${ordinal}`, { cluster: 'a' }),
        'precompute-tests': () => ({
          reasoning: '',
          tests: [{ id: 't1', statement: 'Test 1', evidenceCritical: false }],
        }),
        'evaluation-tests': () => ({ reasoning: '', tests: [] }),
        evaluate: () => verdicts('no'),
        trial: ({ payload }) => ({
          reasoning: '',
          decisions: payload.contested.map(({ number }) => ({ number, decision: 'reading', reason: 'either' })),
        }),
      }),
    );
    question.runToEnd();
    expect(projectVerdicts(question.run, question.attempt(1)).map(({ verdict }) => verdict)).toContain('FAIL');
    expect(escalationContext(question.run).failedSqls).toEqual([]);
  });

  it('has a warning raised', () => {
    const question = new SimulatedQuestion(
      { settings: { sqlCandidates: 4, testBatches: 1 } },
      agreeableAgents({
        generate: ({ ordinal }) => candidate(`select ${ordinal}`),
        evaluate: () => verdicts('r'.repeat(8000), 'r'.repeat(8000)),
      }),
    );
    question.runToEnd();
    expect(question.attempt(2).escalation?.leftOut?.sqls).toBeGreaterThan(0);
    const warnings = question.events.flatMap((event) => (event.type === 'warning-raised' ? [event.code] : []));
    expect(warnings).toContain('FAILURES_LEFT_OUT');
  });
});

describe('withinCap', () => {
  it('puts the best pass rate first and SQL that was not valid last', () => {
    const kept = withinCap([failure('c', null, 'x'), failure('b', 50, 'x'), failure('a', 80, 'x')], 1000);
    expect(kept.map(({ sql }) => sql)).toEqual(['a', 'b', 'c']);
  });

  it('leaves whole reasons out at the end rather than cut one', () => {
    const [kept] = withinCap([failure('select 1', 50, 'short', 'r'.repeat(400), 'also short')], 20);
    expect(kept?.failedTests.map(({ reason }) => reason)).toEqual(['short']);
  });

  it('makes room for smaller ones where nothing of one fits', () => {
    const kept = withinCap([failure('a', 80, 'r'.repeat(4000)), failure('b', 50, 'x')], 100);
    expect(kept.map(({ sql }) => sql)).toEqual(['b']);
  });

  it('stays within the cap, and keeps every text it keeps whole', () => {
    const texts = fc.string({ maxLength: 200, unit: 'grapheme' });
    const failures = fc.array(
      fc
        .tuple(texts, fc.option(fc.integer({ min: 0, max: 100 })), fc.array(texts))
        .map(([sql, rate, reasons]) => failure(sql, rate, ...reasons)),
    );
    fc.assert(
      fc.property(failures, fc.nat({ max: 400 }), (given, cap) => {
        const kept = withinCap(given, cap);
        expect(tokensOf(kept)).toBeLessThanOrEqual(cap);
        for (const { sql, failedTests } of kept) {
          const original = given.find(
            (each) =>
              each.sql === sql && failedTests.every((test, index) => each.failedTests[index]?.reason === test.reason),
          );
          expect(original).toBeDefined();
        }
      }),
    );
  });
});
