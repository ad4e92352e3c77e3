import type { ContestedBy, ContestedTest, Id } from '@assay/contracts';
import { judgedViews } from '../behaviour/representatives.js';
import { candidatesOf } from '../candidates.js';
import type { QuestionRun } from '../question-run.js';
import { standings } from '../selection/finalists.js';
import { evaluationsOf, evaluatorJudgements, type Judgement } from '../verdicts/judgements.js';
import { requirementsOf } from './tried-tests.js';

/**
 * Those that a judge considers not demanded, those merged with a reading test and, if no class passes everything, those
 * that the majority class fails. A FAIL alone is no objection.
 */
export function contestedTests(run: QuestionRun, attempt: number): ContestedTest[] {
  const judgements = evaluatorJudgements(run, attempt);
  const agreed = agreedButFailing(run, attempt, judgements);
  const objections = objectionsOf(run, attempt);
  return requirementsOf(run, attempt).flatMap(({ number, openTo }, index) => {
    const objected = objections.filter(({ test }) => test === number);
    const by: ContestedBy | null =
      objected.length > 0
        ? 'objection'
        : openTo !== undefined
          ? 'kinds'
          : agreed?.verdicts[index]?.verdict === 'FAIL'
            ? 'leader-fails'
            : null;
    return by === null ? [] : [{ number, by, objections: objected.map(({ sql, reason }) => ({ sql, reason })) }];
  });
}

/** The judgement on the majority class if no class passes; else null. */
function agreedButFailing(run: QuestionRun, attempt: number, judgements: readonly Judgement[]): Judgement | null {
  if (judgements.some(({ verdicts }) => verdicts.every(({ verdict }) => verdict === 'PASS'))) return null;
  const all = candidatesOf(run, attempt);
  const judged = new Set<Id>(judgedViews(run, attempt).map(({ id }) => id));
  const standing = all.filter(({ id }) => judged.has(id));
  const [leader] = standings(standing, all, { seed: run.seed, attempt });
  const votes = all.filter(({ valid }) => valid).length;
  if (leader === undefined || 2 * leader.clusterSize <= votes) return null;
  return judgements.find(({ candidate }) => candidate === leader.candidate) ?? null;
}

interface Objection {
  test: number;
  sql: number;
  reason: string;
}

function objectionsOf(run: QuestionRun, attempt: number): Objection[] {
  return [...evaluationsOf(run, attempt).values()].flat().flatMap(({ payload, result }) =>
    (result?.notDemanded ?? []).map((test) => ({
      test,
      sql: payload.candidate.number,
      reason: result?.verdicts.find(({ number }) => number === test)?.reason ?? '',
    })),
  );
}
