import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TEMPERATURE_BANDS, planGeneration } from '../planning/plan-generation.js';
import { leadProbability } from './lead.js';
import { planTestBatches } from './test-batches.js';
import { decideWave, ENOUGH_LEAD, planWaves, waveAfterVerdicts, type ClassVotes } from './waves.js';

const effort = fc.constantFrom('economical' as const, 'balanced' as const, 'exhaustive' as const);
const candidates = fc.integer({ min: 1, max: 50 });
const counts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
const classVotes = fc.array(fc.record({ texts: counts, orders: counts }), { maxLength: 4 });
const verdicts = fc.constantFrom('final' as const, 'weighed' as const);
const votes = fc.double({ min: 0, max: 60, noNaN: true });

describe('planWaves', () => {
  it.each([
    ['balanced', 10, [4, 6]],
    ['economical', 10, [3, 3, 4]],
    ['exhaustive', 10, [10]],
    ['balanced', 3, [3]],
    ['balanced', 4, [3, 1]],
    ['economical', 50, [15, 15, 20]],
    ['quick', 10, [2, 8]],
    ['quick', 1, [1]],
    ['balanced', 2, [2]],
    ['instant', 10, [3]],
  ] as const)('%s of %d', (given, count, waves) => {
    expect(planWaves(given, count)).toEqual(waves);
  });

  it('asks for no more than may be asked for, in no empty wave', () => {
    fc.assert(
      fc.property(effort, candidates, (given, count) => {
        const waves = planWaves(given, count);
        expect(waves.reduce((sum, wave) => sum + wave, 0)).toBe(count);
        expect(Math.min(...waves)).toBeGreaterThan(0);
      }),
    );
  });

  it('has every strategy and every temperature band in the first wave', () => {
    fc.assert(
      fc.property(effort, fc.integer({ min: 3, max: 50 }), fc.nat(), (given, count, seed) => {
        const first = planGeneration({ sqlCandidates: count }, seed).slice(0, planWaves(given, count)[0]);
        const bandOf = (temperature: number): number => TEMPERATURE_BANDS.findIndex(({ high }) => temperature <= high);
        expect(new Set(first.map(({ strategy }) => strategy)).size).toBe(3);
        expect(new Set(first.map(({ temperature }) => bandOf(temperature))).size).toBe(3);
      }),
    );
  });
});

describe('decideWave', () => {
  it('asks for no more where the effort is exhaustive', () => {
    fc.assert(
      fc.property(candidates, classVotes, verdicts, (count, classes, given) => {
        expect(decideWave({ effort: 'exhaustive', verdicts: given }, count, count, classes).next).toBe(0);
      }),
    );
  });
  it('ends with all that may be asked for, with a lead, or to be judged where verdicts are weighed', () => {
    fc.assert(
      fc.property(effort, candidates, classVotes, verdicts, (given, count, classes, weighed) => {
        let asked = planWaves(given, count)[0] ?? 0;
        for (let wave = 0; wave < 3; wave += 1) {
          const decided = decideWave({ effort: given, verdicts: weighed }, count, asked, classes);
          asked += decided.next;
          if (decided.next > 0 || asked >= count) continue;
          expect(decided.why === 'judged' ? weighed : 'weighed').toBe('weighed');
          if (decided.why === 'enough-lead') expect(decided.lead).toBeGreaterThanOrEqual(ENOUGH_LEAD);
        }
        expect(asked).toBeLessThanOrEqual(count);
      }),
    );
  });
  const oneOrder = (...classes: number[][]): ClassVotes[] =>
    classes.map((texts) => ({ texts, orders: [texts.reduce((sum, votes) => sum + votes, 0)] }));
  it.each([
    ['four candidates that behave alike, two with one text', 'balanced', 4, oneOrder([2, 1, 1]), 'enough-lead'],
    ['four times the same text', 'balanced', 4, oneOrder([4]), 'enough-lead'],
    ['four texts that behave alike, none of which leads', 'balanced', 4, oneOrder([1, 1, 1, 1]), 'undecided'],
    ['columns in two orders', 'balanced', 4, [{ texts: [2, 1, 1], orders: [2, 2] }], 'undecided'],
    ['three against one', 'balanced', 4, oneOrder([2, 1], [1]), 'undecided'],
    ['three alike', 'economical', 3, oneOrder([3]), 'three-alike'],
    ['three alike and one apart', 'economical', 6, oneOrder([3], [1]), 'undecided'],
    ['no valid candidate', 'balanced', 4, [], 'undecided'],
    ['all ten', 'balanced', 10, oneOrder([5], [5]), 'all-asked'],
  ] as const)('%s (%s, verdicts final)', (_, given, asked, classes, why) => {
    expect(decideWave({ effort: given, verdicts: 'final' }, 10, asked, classes).why).toBe(why);
  });
  it('has what differs judged first where verdicts are weighed', () => {
    const rules = { effort: 'balanced', verdicts: 'weighed' } as const;
    expect(decideWave(rules, 10, 4, oneOrder([2, 1], [1]))).toMatchObject({ next: 0, why: 'judged' });
    expect(decideWave(rules, 10, 4, oneOrder([1, 1, 1], [1]))).toMatchObject({ next: 6, why: 'undecided' });
    expect(decideWave(rules, 10, 4, oneOrder([1, 1, 1, 1])).next).toBe(0);
    expect(decideWave(rules, 10, 4, [{ texts: [1, 1, 1, 1], orders: [2, 2] }])).toMatchObject({ next: 6 });
  });
});

describe('waveAfterVerdicts', () => {
  it('continues where no class is likely enough and candidates are left', () => {
    expect(waveAfterVerdicts('balanced', 10, 4, 0.5)).toBe(6);
    expect(waveAfterVerdicts('balanced', 10, 4, 0.95)).toBe(0);
    expect(waveAfterVerdicts('balanced', 10, 10, 0.2)).toBe(0);
    expect(waveAfterVerdicts('exhaustive', 10, 10, 0.2)).toBe(0);
  });
});

describe('leadProbability', () => {
  it('is the binomial one for whole votes', () => {
    expect(leadProbability(0, 0)).toBeCloseTo(0.5, 6);
    expect(leadProbability(4, 0)).toBeCloseTo(1 - 0.5 ** 5, 6);
    expect(leadProbability(3, 1)).toBeCloseTo(1 - 6 / 32, 6);
  });

  it('grows with the leader and falls with the second', () => {
    fc.assert(
      fc.property(votes, votes, fc.double({ min: 0, max: 5, noNaN: true }), (leader, second, more) => {
        const lead = leadProbability(leader, second);
        expect(leadProbability(leader + more, second)).toBeGreaterThanOrEqual(lead - 1e-6);
        expect(leadProbability(leader, second + more)).toBeLessThanOrEqual(lead + 1e-6);
      }),
    );
  });
});

describe('test batches', () => {
  it('never exceed those of an exhaustive question', () => {
    fc.assert(
      fc.property(effort, candidates, fc.nat(6), (given, batches, classes) => {
        const planned = planTestBatches(given, batches, classes);
        expect(planned.precompute).toBeGreaterThan(0);
        expect(Math.max(planned.precompute, planned.evaluation)).toBeLessThanOrEqual(batches);
      }),
    );
  });
  it('leave the second moment out where all candidates behave alike', () => {
    expect(planTestBatches('balanced', 5, 1)).toEqual({ precompute: 1, evaluation: 0 });
    expect(planTestBatches('balanced', 5, 3)).toEqual({ precompute: 1, evaluation: 1 });
    expect(planTestBatches('exhaustive', 5, 1)).toEqual({ precompute: 5, evaluation: 5 });
  });
});
