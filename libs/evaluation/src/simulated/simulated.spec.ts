import { describe, expect, it } from '@jest/globals';
import { ODDS_WEIGHTS, reliabilityOf } from '@assay/decision';
import { decideSimulated } from './decide-simulated.js';
import type { ExaminedQuestion } from '../pool/examined-question.js';
import { fitOdds, fitRelated, fitUnseen, learnedReliabilities } from './learn-odds.js';
import { failedTests, preferred, type SimulatedJudge } from './simulated-judge.js';
import { namedPools } from './simulated-pools.js';
import { classesAmong, type SimulatedQuestion, type SimulatedText } from './simulated-pool.js';
import { spent } from './spend.js';

const SURE: SimulatedJudge = { reliability: 1, correlation: 0, falseTests: 0, seed: 1 };
const ODDS = { reliabilities: [{ evaluator: 0.95, selector: 0.95 }], weights: ODDS_WEIGHTS };

/** Candidates as `class/text`; capital classes are right. */
function question(id: string, ...given: (string | null)[]): SimulatedQuestion {
  const names = [...new Set(given.flatMap((name) => name?.split('/')[0] ?? []))];
  const candidates = given.map((name): SimulatedText | null => {
    if (name === null) return null;
    const own = name.split('/')[0] ?? '';
    const isRight = own === own.toUpperCase();
    const text = { id: name, sql: name, systems: [], complexity: 1, cluster: 0, columns: [] };
    return { ...text, behaviour: names.indexOf(own), suite: isRight, ex: isRight, model: name };
  });
  return { id, database: 'db', candidates };
}

const MANY = Array.from({ length: 400 }, (_, index) => `q${index}`);

describe('a simulated judge', () => {
  it('is right on classes and pairs as often as it should be, with and without correlation', () => {
    for (const correlation of [0, 0.5]) {
      const judge = { ...SURE, reliability: 0.85, correlation };
      const right = MANY.filter((id) => failedTests(judge, id, 0, true).length === 0).length;
      const wrong = MANY.filter((id) => failedTests(judge, id, 1, false).length > 0).length;
      const pair = [
        { behaviour: 0, isRight: true },
        { behaviour: 1, isRight: false },
      ] as const;
      const pairs = MANY.filter((id) => preferred(judge, id, pair) === pair[0]).length;
      for (const count of [right, wrong, pairs]) expect(Math.abs(count / MANY.length - 0.85)).toBeLessThan(0.06);
    }
  });

  it('errs on all classes of a question together where the draws are common', () => {
    const judge = { ...SURE, reliability: 0.7, correlation: 1 };
    const errs = (id: string, behaviour: number): boolean => failedTests(judge, id, behaviour, true).length > 0;
    expect(MANY.every((id) => errs(id, 0) === errs(id, 1))).toBe(true);
  });

  it('fails right classes by a false test in so many questions, and wrong ones by a coin', () => {
    const judge = { ...SURE, falseTests: 0.1 };
    const right = MANY.filter((id) => failedTests(judge, id, 0, true).length > 0).length;
    const wrong = MANY.filter((id) => failedTests(judge, id, 1, false).length > 1).length;
    expect(Math.abs(right / MANY.length - 0.1)).toBeLessThan(0.05);
    expect(wrong).toBeGreaterThan(0);
    expect(wrong).toBeLessThan(right);
  });
});

describe('a simulated question', () => {
  const contested = question('contested', 'a/1', 'a/2', 'B/1', 'a/1', 'B/2', 'a/3', null, 'B/1', 'a/1', 'a/4');

  it('is decided by the verdicts of a judge that is always right, by both rules', () => {
    for (const verdicts of ['final', 'weighed'] as const) {
      const settings = { verdicts, effort: 'exhaustive' } as const;
      const outcome = decideSimulated(contested, [SURE], { settings, odds: ODDS });
      expect(outcome).toMatchObject({ status: 'GOLD', answer: { sql: 'B/1' }, tasks: { evaluate: 2 } });
    }
  });

  it('overrules a FAIL that the odds do not carry, as SILVER and never as GOLD', () => {
    const judge = { ...SURE, reliability: 0 };
    const agreed = question('agreed', 'A/1', 'A/2', 'A/3', 'A/1');
    const settings = { verdicts: 'weighed' } as const;
    const odds = { ...ODDS, reliabilities: [{ evaluator: 0.6, selector: 0.6 }] };
    const outcome = decideSimulated(agreed, [judge], { settings, odds });
    expect(outcome).toMatchObject({ status: 'SILVER', answer: { sql: 'A/1' } });
    expect(outcome.confidence).toBeGreaterThan(0.5);
  });

  it('has classes with the most frequent text in front', () => {
    expect(classesAmong(contested.candidates).map(({ votes, representative }) => [votes, representative.sql])).toEqual([
      [6, 'a/1'],
      [3, 'B/1'],
    ]);
  });

  it('costs less with less effort', () => {
    const agreed = question('agreed', ...Array.from({ length: 10 }, (_, index) => `A/${index % 2}`));
    const calls = (['exhaustive', 'balanced', 'economical'] as const).map((effort) => {
      const { tasks } = decideSimulated(agreed, [SURE], { settings: { verdicts: 'weighed', effort }, odds: ODDS });
      return { asked: tasks.generate, ...spent(tasks, 1) };
    });
    // 10 + 5 + 5 batches, reduction and one class; else four or three candidates, one batch, one class
    expect(calls.map((each) => each.calls)).toEqual([22, 6, 5]);
    expect(calls.map(({ asked }) => asked)).toEqual([10, 4, 3]);
  });
});

describe('learning', () => {
  const questions = MANY.map((id) => question(id, 'A/1', 'A/2', 'b/1'));

  it('finds out how reliable a judge is', () => {
    const judge = { ...SURE, reliability: 0.85 };
    expect(learnedReliabilities(questions, judge).evaluator).toBeCloseTo(0.85, 1);
    expect(learnedReliabilities([], judge).evaluator).toBe(reliabilityOf('evaluator'));
  });

  it('fits weights of which none that speaks for a class is negative', () => {
    const weights = fitOdds(questions, [{ ...SURE, reliability: 0.75 }]);
    expect(Math.min(weights.votes, weights.verdict, weights.comparison)).toBeGreaterThanOrEqual(0);
    expect(weights.repeated).toBeLessThanOrEqual(1);
  });

  it('fits more shared misreadings where samples of one model are wrong together', () => {
    const ofOne = (name: string, id: string): SimulatedQuestion => {
      const own = question(id, `${name}/1`, `${name}/2`);
      return { ...own, candidates: own.candidates.map((text) => text && { ...text, model: 'one' }) };
    };
    const fitted = (wrongEvery: number): number => {
      const pool = MANY.map((id, index) => ofOne(index % wrongEvery === 1 ? 'a' : 'A', id));
      return fitRelated(pool, [{ ...SURE, reliability: 0.75 }], ODDS_WEIGHTS);
    };
    expect(fitted(2)).toBeGreaterThan(fitted(Infinity));
  });

  it('fits more unseen votes where the first candidates agree on what others find wrong', () => {
    const fitted = (misleadsEvery: number): number => {
      const pool = MANY.map((id, index) =>
        index % misleadsEvery === 1
          ? question(id, 'a/1', 'a/2', ...Array.from({ length: 8 }, (_, text) => `B/${text}`))
          : question(id, ...Array.from({ length: 10 }, (_, text) => `A/${text}`)),
      );
      return fitUnseen(pool, [{ ...SURE, reliability: 0.75 }], ODDS_WEIGHTS);
    };
    expect(fitted(4)).toBeGreaterThan(fitted(Infinity));
  });

  it('is reported for related and unrelated pools', () => {
    const systems = ['fam_1', 'fam_2', 'fam_3', 'fam_4', 'fam_5', 'b_1', 'c_1', 'd_1', 'e_1', 'f_1', 'g_1'];
    const examined = [{ clusters: [{ systems, match: { ex: true } }] }] as unknown as ExaminedQuestion[];
    const pools = namedPools(examined);
    expect(pools.map(({ name, areRelated }) => [name, areRelated])).toEqual([
      ['strong', false],
      ['related', true],
      ['unrelated', false],
    ]);
    expect(pools[1]?.systems).toEqual(systems.slice(0, 5));
    expect(pools[2]?.systems.filter((system) => system.startsWith('fam'))).toHaveLength(1);
  });
});
