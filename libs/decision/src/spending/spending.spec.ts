import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TEMPERATURE_BANDS, planGeneration } from '../planning/plan-generation.js';
import { leadProbability } from './lead.js';
import { openClasses } from './open-classes.js';
import { needsSecondMoment, planTestBatches } from './test-batches.js';
import { decideWave, ENOUGH_LEAD, planWaves, waveAfterVerdicts } from './waves.js';

const effort = fc.constantFrom('economical' as const, 'balanced' as const, 'exhaustive' as const);
const candidates = fc.integer({ min: 1, max: 50 });
const classTexts = fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }), { maxLength: 4 });
const votes = fc.double({ min: 0, max: 60, noNaN: true });

describe('planWaves', () => {
  it.each([
    ['balanced', 10, [4, 3, 3]],
    ['economical', 10, [3, 3, 4]],
    ['exhaustive', 10, [10]],
    ['balanced', 3, [3]],
    ['balanced', 4, [3, 1]],
    ['economical', 50, [15, 15, 20]],
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
  it('asks for all at once where the effort is exhaustive', () => {
    fc.assert(
      fc.property(candidates, classTexts, (count, classes) => {
        expect(decideWave('exhaustive', count, 0, []).next).toBe(count);
        expect(decideWave('exhaustive', count, count, classes).next).toBe(0);
      }),
    );
  });

  it('ends with all that may be asked for, or with a lead', () => {
    fc.assert(
      fc.property(effort, candidates, classTexts, (given, count, classes) => {
        let asked = 0;
        for (let wave = 0; wave < 4; wave += 1) {
          const decided = decideWave(given, count, asked, wave === 0 ? [] : classes);
          asked += decided.next;
          if (decided.next === 0 && asked < count) {
            expect(decided.why === 'three-alike' || decided.lead >= ENOUGH_LEAD).toBe(true);
          }
        }
        expect(asked).toBeLessThanOrEqual(count);
      }),
    );
  });

  it.each([
    ['four candidates that behave alike, two with one text', 'balanced', 4, [[2, 1, 1]], 'enough-lead'],
    ['four times the same text', 'balanced', 4, [[4]], 'enough-lead'],
    ['four texts that behave alike, none of which leads', 'balanced', 4, [[1, 1, 1, 1]], 'undecided'],
    ['three against one', 'balanced', 4, [[1, 1, 1], [1]], 'undecided'],
    ['three alike', 'economical', 3, [[3]], 'three-alike'],
    ['three alike and one apart', 'economical', 6, [[3], [1]], 'undecided'],
    ['no valid candidate', 'balanced', 4, [], 'undecided'],
    ['all ten', 'balanced', 10, [[5], [5]], 'all-asked'],
  ] as const)('%s (%s)', (_, given, asked, classes, why) => {
    expect(decideWave(given, 10, asked, classes).why).toBe(why);
  });
});

describe('waveAfterVerdicts', () => {
  it('goes on where no class is likelier right than not and candidates are left', () => {
    expect(waveAfterVerdicts('balanced', 10, 4, 0.5)).toBe(3);
    expect(waveAfterVerdicts('balanced', 10, 4, 0.6)).toBe(0);
    expect(waveAfterVerdicts('balanced', 10, 10, 0.2)).toBe(0);
    expect(waveAfterVerdicts('exhaustive', 10, 10, 0.2)).toBe(0);
  });

  it('takes a repetition for less than a new text the more the votes are tempered', () => {
    expect(decideWave('balanced', 10, 4, [[4]], 0.3).why).toBe('undecided');
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
      fc.property(effort, candidates, fc.nat(6), fc.boolean(), (given, batches, classes, isOpen) => {
        const planned = planTestBatches(given, batches, classes, isOpen);
        expect(planned.precompute).toBeGreaterThan(0);
        expect(Math.max(planned.precompute, planned.evaluation)).toBeLessThanOrEqual(batches);
      }),
    );
  });

  it('leave the second moment out where one class passes, and make up for it where it fails', () => {
    expect(planTestBatches('balanced', 5, 1, false)).toEqual({ precompute: 1, evaluation: 0 });
    expect([0.9, 0.4].map((best) => needsSecondMoment('balanced', 0, best))).toEqual([false, true]);
    expect(needsSecondMoment('exhaustive', 0, 0.4)).toBe(false);
    expect(planTestBatches('balanced', 5, 3, true)).toEqual({ precompute: 1, evaluation: 2 });
    expect(planTestBatches('economical', 5, 3, true)).toEqual({ precompute: 1, evaluation: 1 });
  });
});

describe('openClasses', () => {
  it('are the likeliest and those that are at least a fiftieth as likely', () => {
    expect(openClasses({ classes: [0.5, 0.05, 0.009, 0] })).toEqual([0, 1]);
    expect(openClasses({ classes: [] })).toEqual([]);
  });
});
