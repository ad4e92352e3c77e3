import type { Id } from '@assay/contracts';
import type { Candidate } from '../candidates.js';
import type { AttemptState, QuestionRun } from '../question-run.js';
import { clusterOf, standings, type Finalist } from '../selection/finalists.js';
import { finalJudgements, matrixOf, testCount } from '../verdicts/judgements.js';
import { countRow, type RowCount } from '../verdicts/verdict-matrix.js';

export interface JudgedClass {
  cluster: string;
  /** Representative: the first passing member by vote, else the first. */
  finalist: Finalist;
  passed: number;
  total: number;
  passes: boolean;
  /** It contradicts a metric's definition. */
  breaksDefinition: boolean;
}

export function judgedClasses(
  run: QuestionRun,
  attempt: AttemptState,
  candidates: readonly Candidate[],
): JudgedClass[] {
  const tests = testCount(run, attempt.ordinal);
  const source = { seed: run.seed, attempt: attempt.ordinal };
  const judgements = finalJudgements(run, attempt.ordinal);
  const broken = new Set(
    judgements
      .filter(({ verdicts }) => verdicts.some(({ verdict, by }) => verdict === 'FAIL' && by === 'instances'))
      .map(({ candidate }) => candidate),
  );
  const counts = new Map<Id, RowCount>(
    matrixOf(judgements, tests)
      .rows.map((row) => countRow(row, tests))
      .filter(({ undecided, total }) => undecided === 0 && total > 0)
      .map((row) => [row.candidate, row]),
  );
  const judged = candidates.filter(({ id }) => counts.has(id));
  return [...Map.groupBy(judged, clusterOf)].flatMap(([cluster, members]) => {
    const passing = members.filter(({ id }) => counts.get(id)?.failed === 0);
    const [finalist] = standings(passing.length > 0 ? passing : members, candidates, source);
    const row = finalist && counts.get(finalist.candidate);
    if (finalist === undefined || row === undefined) return [];
    const { passed, total } = row;
    const breaksDefinition = broken.has(finalist.candidate);
    return [{ cluster, finalist, passed, total, passes: passing.length > 0, breaksDefinition }];
  });
}
