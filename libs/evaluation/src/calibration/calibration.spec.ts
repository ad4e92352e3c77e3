import { describe, expect, it } from '@jest/globals';
import { fitLogistic, predict } from './fit-logistic.js';
import { reliabilityOf } from './reliability.js';

const samples = Array.from({ length: 400 }, (_, index) => {
  const share = (index % 20) / 20;
  const chance = 1 / (1 + Math.exp(-(-1 + 3 * share)));
  return { signals: [share], right: Math.floor(index / 20) / 20 < chance };
});

describe('fitLogistic', () => {
  it('finds the weights that made the outcomes', () => {
    const model = fitLogistic(samples);
    expect(model.intercept).toBeCloseTo(-1, 0);
    expect(model.weights[0]).toBeGreaterThan(2.3);
    expect(model.weights[0]).toBeLessThan(3.7);
  });

  it('stays finite where the outcomes can be parted without an error', () => {
    const distinguished = [0, 0.2, 0.8, 1].map((share) => ({ signals: [share], right: share > 0.5 }));
    const model = fitLogistic(distinguished);
    expect(Number.isFinite(model.weights[0])).toBe(true);
    expect(predict(model, [1])).toBeGreaterThan(0.9);
  });
});

describe('reliabilityOf', () => {
  it('is zero where each confidence comes true as often as it says', () => {
    const predictions = Array.from({ length: 100 }, (_, index) => ({ confidence: 0.25, right: index % 4 === 0 }));
    expect(reliabilityOf(predictions)).toMatchObject({ ece: 0, count: 100 });
  });

  it('weighs the distance of each bin by its answers', () => {
    const predictions = [
      ...Array.from({ length: 3 }, () => ({ confidence: 0.9, right: false })),
      { confidence: 0.1, right: false },
    ];
    expect(reliabilityOf(predictions).ece).toBeCloseTo((3 * 0.9 + 0.1) / 4);
  });
});
