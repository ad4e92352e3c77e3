import { LEVELS } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { confidenceOf, type ConfidenceSignals } from './confidence.js';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const signals: fc.Arbitrary<ConfidenceSignals> = fc.record({
  clusterShare: share,
  passRate: share,
  verdictMargin: share,
  comparisonMargin: share,
  level: fc.constantFrom(...LEVELS),
});

describe('confidenceOf', () => {
  it('lies between 0 and 1', () => {
    fc.assert(
      fc.property(signals, (given) => {
        expect(confidenceOf(given)).toBeGreaterThanOrEqual(0);
        expect(confidenceOf(given)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each(['clusterShare', 'passRate', 'verdictMargin', 'comparisonMargin'] as const)('grows with %s', (signal) => {
    fc.assert(
      fc.property(signals, share, (given, other) => {
        const [less, more] = [Math.min(given[signal], other), Math.max(given[signal], other)];
        expect(confidenceOf({ ...given, [signal]: more })).toBeGreaterThanOrEqual(
          confidenceOf({ ...given, [signal]: less }),
        );
      }),
    );
    const middle = {
      clusterShare: 0.5,
      passRate: 0.5,
      verdictMargin: 0.5,
      comparisonMargin: 0.5,
      level: 'BASIC',
    } as const;
    expect(confidenceOf({ ...middle, [signal]: 0.9 })).toBeGreaterThan(confidenceOf(middle));
  });

  it('falls with the level that was needed', () => {
    fc.assert(
      fc.property(signals, (given) => {
        const byLevel = LEVELS.map((level) => confidenceOf({ ...given, level }));
        expect(byLevel).toEqual([...byLevel].sort((left, right) => right - left));
      }),
    );
  });

  it('is high for a result on which all agree at once, and low for a lone one that climbed', () => {
    const agreed = { clusterShare: 1, passRate: 1, verdictMargin: 1, comparisonMargin: 1, level: 'BASIC' } as const;
    expect(confidenceOf(agreed)).toBeGreaterThan(0.9);
    expect(
      confidenceOf({ ...agreed, clusterShare: 0.1, verdictMargin: 0, comparisonMargin: 0, level: 'EXPERT' }),
    ).toBeLessThan(0.3);
  });
});
