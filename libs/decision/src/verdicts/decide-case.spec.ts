import type { Verdict } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decideAfterReview, decideCase, type CaseDecision } from './decide-case.js';
import type { VerdictMatrix } from './verdict-matrix.js';

const LETTERS: Record<string, Verdict> = { P: 'PASS', F: 'FAIL', U: 'UNDECIDED' };

/** Rows such as 'PPF' for c1, c2, … */
function matrix(...rows: string[]): VerdictMatrix {
  return {
    tests: rows[0]?.length ?? 0,
    rows: rows.map((row, index) => ({
      candidate: `c${index + 1}`,
      verdicts: [...row].map((letter) => LETTERS[letter] ?? 'UNDECIDED'),
    })),
  };
}

describe('decideCase', () => {
  it.each<[string, string[], number, CaseDecision]>([
    ['A: one passes all', ['PP', 'PF'], 90, { case: 'A', passers: ['c1'] }],
    ['B: several pass all', ['PP', 'PF', 'PP'], 90, { case: 'B', passers: ['c1', 'c3'] }],
    ['C: exactly the threshold is enough', ['PPPPPPPPPF', 'PPPPPPPPFF'], 90, { case: 'C', contenders: ['c1'] }],
    ['D: none reaches it', ['PPPPPPPPFF'], 90, { case: 'D' }],
    ['D: with a threshold of 100 there is no C', ['PPPPPPPPPF'], 100, { case: 'D' }],
    ['C: with a threshold of 0 everyone is looked at again', ['FF'], 0, { case: 'C', contenders: ['c1'] }],
    ['an undecided one does not keep others from winning', ['PP', 'UU'], 90, { case: 'A', passers: ['c1'] }],
    [
      'an undecided one cannot win',
      ['FF', 'PU'],
      90,
      { case: null, cause: 'EVALUATION_INCOMPLETE', undecided: ['c2'] },
    ],
    ['nor push down to C', ['PF', 'UU'], 50, { case: null, cause: 'EVALUATION_INCOMPLETE', undecided: ['c2'] }],
    ['unless it could not have changed C', ['PFF', 'PFU'], 30, { case: 'C', contenders: ['c1'] }],
    ['or D', ['FFF', 'FFU'], 90, { case: 'D' }],
    ['all undecided', ['UU', 'UU'], 90, { case: null, cause: 'EVALUATION_INCOMPLETE', undecided: ['c1', 'c2'] }],
    ['no tests', ['', ''], 90, { case: null, cause: 'NO_TESTS' }],
    ['no candidates', [], 90, { case: null, cause: 'NO_CANDIDATES' }],
  ])('%s', (_what, rows, threshold, decision) => {
    expect(decideCase(matrix(...rows), threshold)).toEqual(decision);
  });

  it('treats missing verdicts as undecided and superfluous ones as nothing', () => {
    const ragged: VerdictMatrix = {
      tests: 2,
      rows: [
        { candidate: 'short', verdicts: ['PASS'] },
        { candidate: 'long', verdicts: ['PASS', 'PASS', 'FAIL'] },
      ],
    };
    expect(decideCase(ragged, 90)).toEqual({ case: 'A', passers: ['long'] });
  });
});

describe('decideAfterReview', () => {
  it.each<[string, string[], CaseDecision]>([
    ['A', ['PP', 'PF'], { case: 'A', passers: ['c1'] }],
    ['B', ['PP', 'PP'], { case: 'B', passers: ['c1', 'c2'] }],
    ['D, never C', ['PPPPPPPPPF'], { case: 'D' }],
    [
      'incomplete where a missing review might make A',
      ['PF', 'PU'],
      {
        case: null,
        cause: 'EVALUATION_INCOMPLETE',
        undecided: ['c2'],
      },
    ],
    ['D where the missing review could not', ['PFP', 'PUF'], { case: 'D' }],
  ])('%s', (_what, rows, decision) => {
    expect(decideAfterReview(matrix(...rows))).toEqual(decision);
  });
});

const anyMatrix: fc.Arbitrary<VerdictMatrix> = fc.integer({ min: 0, max: 6 }).chain((tests) =>
  fc
    .array(fc.array(fc.constantFrom<Verdict>('PASS', 'PASS', 'PASS', 'FAIL', 'UNDECIDED'), { maxLength: 8 }), {
      maxLength: 6,
    })
    .map((rows) => ({ tests, rows: rows.map((verdicts, index) => ({ candidate: `c${index}`, verdicts })) })),
);
const anyThreshold = fc.double({ min: 0, max: 100, noNaN: true });

describe('any verdict matrix', () => {
  it('leads to exactly one decision, and zero tests never to a winner', () => {
    fc.assert(
      fc.property(anyMatrix, anyThreshold, (given, threshold) => {
        for (const decision of [decideCase(given, threshold), decideAfterReview(given)]) {
          expect(['A', 'B', 'C', 'D', null]).toContain(decision.case);
          if (given.tests === 0 || given.rows.length === 0) expect(decision.case).toBeNull();
          if ('passers' in decision) expect(decision.passers.length > 1).toBe(decision.case === 'B');
          if ('contenders' in decision) expect(decision.contenders.length).toBeGreaterThan(0);
          if ('undecided' in decision) expect(decision.undecided.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('lets only candidates win that passed every test, and all of those', () => {
    fc.assert(
      fc.property(anyMatrix, anyThreshold, (given, threshold) => {
        const passing = given.rows.filter(
          ({ verdicts }) =>
            verdicts.length >= given.tests && verdicts.slice(0, given.tests).every((verdict) => verdict === 'PASS'),
        );
        const decision = decideCase(given, threshold);
        const winners = 'passers' in decision ? decision.passers : [];
        expect(winners).toEqual(given.tests === 0 ? [] : passing.map(({ candidate }) => candidate));
      }),
    );
  });

  it('is never decided worse than it would be with its undecided verdicts passed', () => {
    const rank = (decision: CaseDecision): number => ['D', 'C', 'B', 'A'].indexOf(decision.case ?? '');
    fc.assert(
      fc.property(anyMatrix, anyThreshold, (given, threshold) => {
        const decision = decideCase(given, threshold);
        if (decision.case !== 'C' && decision.case !== 'D') return;
        const full = given.rows.map(({ candidate, verdicts }) => ({
          candidate,
          verdicts: Array.from({ length: given.tests }, (_, index): Verdict => {
            const verdict = verdicts[index] ?? 'UNDECIDED';
            return verdict === 'UNDECIDED' ? 'PASS' : verdict;
          }),
        }));
        expect(rank(decideCase({ tests: given.tests, rows: full }, threshold))).toBe(rank(decision));
      }),
    );
  });
});
