import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decideOutcome, type OutcomeClass, type OutcomeFacts, type OutcomeSettings } from './decide-outcome.js';

const RANK = { GOLD: 3, SILVER: 2, FAILED: 1, ERROR: 0, CANCELLED: 0 } as const;
const share = fc.double({ min: 0, max: 1, noNaN: true });

const outcomeClass: fc.Arbitrary<OutcomeClass> = fc
  .record({
    probability: share,
    verdict: fc.constantFrom('passes', 'passed once', 'fails', 'barred', 'untested'),
  })
  .map(({ probability, verdict }) => ({
    probability,
    passes: verdict === 'passes',
    hasPassed: verdict === 'passes' || verdict === 'passed once',
    isBarred: verdict === 'barred',
    isUntested: verdict === 'untested',
  }));

const facts: fc.Arbitrary<OutcomeFacts> = fc
  .record({
    endedBy: fc.constantFrom(null, null, null, 'cancel' as const, 'infrastructure' as const),
    isRefused: fc.constantFrom(false, false, true),
    classes: fc.array(outcomeClass, { maxLength: 6 }),
    none: share,
    isLimited: fc.boolean(),
  })
  .map((given) => {
    const total = given.classes.reduce((sum, { probability }) => sum + probability, given.none) || 1;
    const classes = given.classes.map((own) => ({ ...own, probability: own.probability / total }));
    return { ...given, classes, none: given.none / total };
  });

const settings: fc.Arbitrary<OutcomeSettings> = fc.record({
  allowSilver: fc.boolean(),
  goldConfidence: share,
  silverConfidence: share,
});

const DEFAULTS: OutcomeSettings = { allowSilver: true, goldConfidence: 0.6, silverConfidence: 1 / 3 };

function classOf(probability: number, fields: Partial<OutcomeClass> = {}): OutcomeClass {
  return { probability, passes: false, hasPassed: false, isBarred: false, isUntested: false, ...fields };
}

const PASSES = { passes: true, hasPassed: true };

function decided(classes: OutcomeClass[], given: Partial<OutcomeFacts> = {}, own: Partial<OutcomeSettings> = {}) {
  const none = 1 - classes.reduce((sum, { probability }) => sum + probability, 0);
  const all = { endedBy: null, isRefused: false, classes, none, isLimited: false, ...given };
  return decideOutcome(all, { ...DEFAULTS, ...own });
}

describe('the decision table', () => {
  it.each([
    ['cancelled', decided([classOf(0.9, PASSES)], { endedBy: 'cancel' }), { row: 1, status: 'CANCELLED' }],
    ['refused', decided([], { isRefused: true }), { row: 2, status: 'FAILED', kind: 'refused' }],
    ['a likely class that passes', decided([classOf(0.6, PASSES)]), { row: 3, status: 'GOLD', index: 0 }],
    [
      'a likely class that fails',
      decided([classOf(0.7), classOf(0.1, PASSES)]),
      { row: 4, status: 'SILVER', index: 0, why: 'failed-tests' },
    ],
    [
      'a passing class that a failing one does not outweigh',
      decided([classOf(0.45), classOf(0.3, PASSES)]),
      { row: 4, status: 'SILVER', index: 1, why: 'other-reading' },
    ],
    [
      'two passing classes as likely',
      decided([classOf(0.45, PASSES), classOf(0.45, PASSES)]),
      { row: 4, status: 'SILVER', index: 0, why: 'other-reading' },
    ],
    [
      'a class without tests',
      decided([classOf(0.9, { isUntested: true })]),
      { row: 4, status: 'SILVER', index: 0, why: 'untested' },
    ],
    [
      'a passing class at a limit',
      decided([classOf(0.5, PASSES)], { isLimited: true }),
      { row: 4, status: 'SILVER', index: 0, why: 'limit' },
    ],
    [
      'an unlikely class that passes',
      decided([classOf(0.2), classOf(0.1, PASSES)]),
      { row: 5, status: 'SILVER', index: 1, why: 'other-reading' },
    ],
    [
      'an unlikely class that passes, without SILVER',
      decided([classOf(0.5), classOf(0.1, PASSES)], {}, { allowSilver: false }),
      { row: 5, status: 'GOLD', index: 1 },
    ],
    [
      'a likely class that fails, without SILVER',
      decided([classOf(0.7)], {}, { allowSilver: false }),
      { row: 6, status: 'FAILED', kind: 'tests' },
    ],
    ['nothing likely', decided([classOf(0.3), classOf(0.3)]), { row: 6, status: 'FAILED', kind: 'none-likely' }],
    ['less likely than none', decided([classOf(0.4)]), { row: 6, status: 'FAILED', kind: 'none-likely' }],
    ['a barred class', decided([classOf(0.9, { isBarred: true })]), { row: 6, status: 'FAILED', kind: 'none-likely' }],
    ['no class', decided([]), { row: 6, status: 'FAILED', kind: 'no-candidate' }],
  ])('%s', (_name, outcome, expected) => {
    expect(outcome).toEqual(expected);
  });

  it('has exactly one row for any facts, and names a class that may answer', () => {
    fc.assert(
      fc.property(facts, settings, (given, own) => {
        const outcome = decideOutcome(given, own);
        expect([1, 2, 3, 4, 5, 6]).toContain(outcome.row);
        if (!('index' in outcome)) return;
        expect(given.classes[outcome.index]?.isBarred).toBe(false);
        if (outcome.status === 'GOLD') expect(given.classes[outcome.index]?.passes).toBe(true);
        if (outcome.status === 'SILVER') expect(own.allowSilver).toBe(true);
      }),
    );
  });

  it('never ends in FAILED while a class passes everything', () => {
    fc.assert(
      fc.property(facts, settings, (given, own) => {
        const passes = given.classes.some((each) => each.passes && !each.isBarred);
        if (passes && given.endedBy === null) expect(decideOutcome(given, own).status).not.toBe('FAILED');
      }),
    );
  });

  it('never raises the status when a confidence is raised', () => {
    fc.assert(
      fc.property(facts, settings, share, share, (given, own, gold, silver) => {
        const raised = {
          ...own,
          goldConfidence: Math.max(own.goldConfidence, gold),
          silverConfidence: Math.max(own.silverConfidence, silver),
        };
        const [before, after] = [own, raised].map((each) => RANK[decideOutcome(given, each).status]);
        expect(after).toBeLessThanOrEqual(before ?? 0);
      }),
    );
  });

  it('never lowers the status when a class that fails passes instead', () => {
    fc.assert(
      fc.property(facts, settings, fc.nat(5), (given, own, place) => {
        const passing = given.classes.map((each, index) =>
          index === place && !each.isBarred ? { ...each, ...PASSES, isUntested: false } : each,
        );
        const [before, after] = [given.classes, passing].map(
          (classes) => RANK[decideOutcome({ ...given, classes }, own).status],
        );
        expect(after).toBeGreaterThanOrEqual(before ?? 0);
      }),
    );
  });
});
