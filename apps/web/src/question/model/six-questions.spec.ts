import { describe, expect, it } from '@jest/globals';
import type { AttemptRecord, EscalationRecord } from '@assay/contracts';
import { answerSix } from './six-questions.js';
import { attempt, candidate, test, verdict } from './testing/attempt-fixture.js';

const candidates = [candidate('a', { ordinal: 1 }), candidate('b', { ordinal: 2, complexity: 5 })];
const tests = [test('early', 1), test('late', 2, { moment: 'evaluation' })];

function shortAnswers(part: Partial<AttemptRecord>, record: Partial<EscalationRecord> = {}): string[] {
  const own = attempt({ candidates, tests, ...part });
  const ended = { status: 'GOLD', stopReason: 'said so', error: null, settlements: [] };
  const whole = { attempts: [own], calls: [], ...ended, ...record };
  return answerSix(whole as unknown as EscalationRecord, 0).map(({ short }) => short);
}

describe('the six questions', () => {
  it('finds the first tests too weak, and the second moment better, where only late tests stop a SQL', () => {
    const [weak, second] = shortAnswers({
      verdicts: [
        verdict('a', 'early', 'PASS'),
        verdict('b', 'early', 'PASS'),
        verdict('a', 'late', 'PASS'),
        verdict('b', 'late', 'FAIL'),
      ],
    });
    expect([weak, second]).toEqual(['yes', 'better']);
  });

  it('finds no weakness where the first tests stop what there is to stop', () => {
    const [weak, second] = shortAnswers({
      verdicts: [
        verdict('a', 'early', 'PASS'),
        verdict('b', 'early', 'FAIL'),
        verdict('a', 'late', 'PASS'),
        verdict('b', 'late', 'FAIL'),
      ],
    });
    expect([weak, second]).toEqual(['no', 'no difference in what passes']);
  });

  it('finds the second moment worse where its tests stopped nothing and the review withdrew what one had failed', () => {
    const late = [
      verdict('a', 'late', 'FAIL'),
      verdict('a', 'late', 'PASS', 'supervisor'),
      verdict('b', 'late', 'PASS'),
    ];
    const early = [verdict('a', 'early', 'PASS'), verdict('b', 'early', 'FAIL')];
    expect(shortAnswers({ verdicts: [...early, ...late] })[1]).toBe('worse');
    const stops = [
      ...late.slice(0, 2),
      verdict('b', 'late', 'FAIL'),
      ...early.slice(0, 1),
      verdict('b', 'early', 'PASS'),
    ];
    expect(shortAnswers({ verdicts: stops })[1]).toBe('better, and worse');
  });

  it('says that there was no second moment where no SQL got that far', () => {
    expect(shortAnswers({ tests: [test('early', 1)] })[1]).toBe('there was none');
    expect(shortAnswers({})[1]).toBe('cannot be said');
  });

  it('asks to compare where the reducer took tests away, and says no where it did not', () => {
    const gone = test('gone', null, { keptAs: 'early' });
    expect(shortAnswers({ tests: [...tests, gone] })[2]).toBe('read them side by side');
    expect(shortAnswers({})[2]).toBe('no');
  });

  it('calls an evaluator malformed that left verdicts out', () => {
    const evaluation = { candidate: 'a', by: 'evaluator' as const, reasoning: '', extra: [], contradicting: [] };
    expect(shortAnswers({ evaluations: [{ ...evaluation, missing: [2], reasks: 1 }] })[3]).toBe('yes');
    expect(shortAnswers({ evaluations: [{ ...evaluation, missing: [], reasks: 0 }] })[3]).toBe('no');
    expect(shortAnswers({})[3]).toBe('it was not asked');
  });

  it('distinguishes a tie broken by simplicity from a choice of the judge', () => {
    const finalists = [
      { candidate: 'a', clusterSize: 1, complexity: 1, wins: 1 },
      { candidate: 'b', clusterSize: 1, complexity: 5, wins: 0 },
    ];
    expect(shortAnswers({ winner: 'a', selection: { by: 'simplest', finalists } })[4]).toBe('yes');
    expect(shortAnswers({ winner: 'a', selection: { by: 'judge', finalists } })[4]).toBe('no tie needed it');
    expect(shortAnswers({ winner: 'a', selection: { by: 'coin', finalists } })[4]).toBe('none was simpler');
  });

  it('says that the simplest was taken where all that pass return the same', () => {
    const finalists = [{ candidate: 'a', clusterSize: 2, complexity: 1, wins: 0 }];
    expect(shortAnswers({ winner: 'a', selection: { by: 'single-result', finalists } })[4]).toBe('yes');
    expect(shortAnswers({ winner: 'a', selection: { by: 'only-passer', finalists } })[4]).toBe('there was no tie');
  });

  it('says where it escalated to, and how it stopped', () => {
    const next = attempt({ level: 'ADVANCED', reason: 'NO_SQL' });
    expect(shortAnswers({}, { attempts: [attempt({}), next] })[5]).toBe('passed on to the strong models');
    expect(shortAnswers({})[5]).toBe('stopped: GOLD');
    expect(shortAnswers({}, { status: 'RUNNING' })[5]).toBe('not decided yet');
    expect(shortAnswers({}, { settlements: [{}] as never })[5]).toBe('settled');
  });
});
