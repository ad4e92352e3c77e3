import { STRATEGIES } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { planGeneration, TEMPERATURE_BANDS } from './plan-generation.js';

const bandOf = (temperature: number): number =>
  TEMPERATURE_BANDS.findIndex(({ low, high }) => temperature >= low && temperature <= high);

describe('planGeneration', () => {
  it('lets every strategy meet every band before a pair repeats', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(), fc.integer({ min: 1, max: 3 }), (count, seed, attempt) => {
        const plan = planGeneration({ sqlCandidates: count }, seed, attempt);
        expect(plan).toHaveLength(count);
        const pairs = plan.map(({ strategy, temperature }) => `${strategy}/${bandOf(temperature)}`);
        for (let start = 0; start < count; start += 9) {
          const round = pairs.slice(start, start + 9);
          expect(new Set(round).size).toBe(round.length);
        }
        expect(plan.every(({ temperature }) => bandOf(temperature) >= 0)).toBe(true);
      }),
    );
  });

  it('varies strategy and band together from the first three candidates on', () => {
    const plan = planGeneration({ sqlCandidates: 3 }, 42);
    expect(new Set(plan.map(({ strategy }) => strategy)).size).toBe(STRATEGIES.length);
    expect(plan.map(({ temperature }) => bandOf(temperature))).toEqual([0, 1, 2]);
  });

  it('is the same for the same seed, and another for another attempt', () => {
    const plan = planGeneration({ sqlCandidates: 10 }, 42);
    expect(planGeneration({ sqlCandidates: 10 }, 42)).toEqual(plan);
    expect(planGeneration({ sqlCandidates: 10 }, 42, 2)).not.toEqual(plan);
  });
});
