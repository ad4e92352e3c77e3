import type { Id, Judge } from '@assay/contracts';
import { matrixOf, type Judgement } from './judgements.js';
import type { Score } from '../question-run.js';
import { countRow, passRate } from './verdict-matrix.js';
import { formatVerdicts } from './verdict-text.js';

export function scoreAll(judgements: readonly Judgement[], tests: number, by: Judge): Score[] {
  return judgements.map(({ candidate, number, verdicts: all }) => {
    const verdicts = all.filter(({ isUnclaimed }) => !isUnclaimed);
    const total = tests - (all.length - verdicts.length);
    const { passed } = countRow({ candidate, verdicts: verdicts.map(({ verdict }) => verdict) }, total);
    const rate = passRate(passed, total);
    return { candidate, by, passed, total, passRate: rate, text: formatVerdicts(number, verdicts) };
  });
}

export function passRatesOf(judgements: readonly Judgement[], tests: number): { candidate: Id; passRate: number }[] {
  return matrixOf(judgements, tests)
    .rows.map((row) => countRow(row, tests))
    .filter((row) => row.undecided === 0)
    .map(({ candidate, passed, total }) => ({ candidate, passRate: passRate(passed, total) }));
}
