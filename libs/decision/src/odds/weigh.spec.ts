import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { weigh, type WeighedClass } from './weigh.js';

const weighed: fc.Arbitrary<{ own: WeighedClass; part: number }> = fc
  .record({ passes: fc.boolean(), nearly: fc.boolean(), part: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ passes, nearly, part }) => ({ own: { passes, reachesThreshold: passes || nearly }, part }));
const given = fc.tuple(fc.array(weighed, { maxLength: 5 }), fc.boolean());

function decide(items: readonly { own: WeighedClass; part: number }[], allowSilver: boolean) {
  const total = items.reduce((sum, { part }) => sum + part, 0.5);
  const odds = { classes: items.map(({ part }) => part / total) };
  const classes = items.map(({ own }) => own);
  return { classes, odds, decision: weigh(classes, odds, { allowSilver }) };
}

const PASSES = { passes: true, reachesThreshold: true };
const NEARLY = { passes: false, reachesThreshold: true };
const FAILS = { passes: false, reachesThreshold: false };

describe('weigh', () => {
  it('never gives GOLD to a class that failed a requirement, and never SILVER where it is not allowed', () => {
    fc.assert(
      fc.property(given, ([items, allowSilver]) => {
        const { classes, decision } = decide(items, allowSilver);
        if (decision.status === 'GOLD') expect(classes[decision.index]?.passes).toBe(true);
        if (!allowSilver) expect(decision.status).not.toBe('SILVER');
      }),
    );
  });

  it('never overrules a FAIL that the odds do not carry', () => {
    fc.assert(
      fc.property(given, ([items, allowSilver]) => {
        const { classes, decision } = decide(items, allowSilver);
        if (decision.status !== 'SILVER') return;
        const own = classes[decision.index];
        expect(decision.overrules).toBe(own?.passes === false && decision.probability > 0.5);
        expect(decision.overrules || own?.passes === true || own?.reachesThreshold === true).toBe(true);
      }),
    );
  });

  it('answers with the class of best odds, or with none that is better', () => {
    fc.assert(
      fc.property(given, ([items, allowSilver]) => {
        const { odds, decision } = decide(items, allowSilver);
        const best = Math.max(0, ...odds.classes);
        if (decision.status === null) return expect(decision.mostLikely?.probability ?? 0).toBe(best);
        if (decision.probability < best) expect(best).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  it.each([
    ['a PASS that the odds carry', [PASSES], [0.9], true, 'GOLD'],
    ['a FAIL that the odds do not carry against it', [FAILS], [0.9], true, 'SILVER'],
    ['the same where SILVER is not allowed', [FAILS], [0.9], false, null],
    ['a PASS in doubt', [PASSES, FAILS], [0.3, 0.4], true, 'SILVER'],
    ['a PASS in doubt where SILVER is not allowed', [PASSES, FAILS], [0.3, 0.4], false, 'GOLD'],
    ['a near miss likelier than a PASS in doubt', [NEARLY, PASSES], [0.4, 0.3], true, 'SILVER'],
    ['a near miss in doubt', [NEARLY], [0.4], true, null],
  ] as const)('decides %s', (_, classes, probabilities, allowSilver, status) => {
    expect(weigh(classes, { classes: [...probabilities] }, { allowSilver }).status).toBe(status);
  });
});
