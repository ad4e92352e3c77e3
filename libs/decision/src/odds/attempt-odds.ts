import { LEVELS } from '@assay/contracts/plain';
import type { Id } from '@assay/contracts';
import { candidatesOf, type Candidate } from '../candidates.js';
import type { AttemptState, QuestionRun } from '../question-run.js';
import { comparisonsOf } from '../selection/comparisons.js';
import { clusterOf, standings, type Finalist } from '../selection/finalists.js';
import { playTournament, type PairVerdict } from '../selection/tournament.js';
import { finalJudgements, matrixOf, testCount } from '../verdicts/judgements.js';
import { countRow, reaches, type RowCount } from '../verdicts/verdict-matrix.js';
import { textVotes } from '../spending/class-votes.js';
import { oddsOf, type ClassEvidence, type Reliabilities } from './odds.js';
import { reliabilityOf } from './reliability.js';
import type { WeighedClass } from './weigh.js';

/** One class of an attempt, with what speaks for it and how likely it is right. */
export interface ClassOdds extends WeighedClass {
  attempt: AttemptState;
  /** The member that stands for it: the first in the order of the vote, of those that pass where any does. */
  finalist: Finalist;
  passed: number;
  total: number;
  /** 0–1. */
  probability: number;
}

const UNKNOWN_JUDGES: Reliabilities = { evaluator: reliabilityOf(), selector: reliabilityOf() };

/** The classes of an attempt that have a candidate with a verdict on every test, likeliest first. */
export function attemptOdds(run: QuestionRun, attempt: AttemptState): ClassOdds[] {
  const candidates = candidatesOf(run, attempt.ordinal);
  const classes = judgedClasses(run, attempt, candidates);
  const pairs = pairsOf(run, attempt);
  const evidence = classes.map((own): ClassEvidence => ({
    texts: textVotes(membersOf(own.cluster, candidates)),
    verdict: own.passes ? 'PASS' : 'FAIL',
    won: pairs.filter(({ winner }) => winner === own.finalist.candidate).length,
    lost: pairs.filter((pair) => pair.winner !== null && isLost(pair, own.finalist.candidate)).length,
  }));
  const climbed = LEVELS.indexOf(attempt.level);
  const { classes: probabilities } = oddsOf(evidence, reliabilitiesAt(run, attempt), run.odds?.weights, climbed);
  return classes
    .map(({ cluster: _, ...own }, index) => ({ ...own, attempt, probability: probabilities[index] ?? 0 }))
    .sort((left, right) => right.probability - left.probability);
}

/** How reliable the judges of an attempt are. */
export function reliabilitiesAt({ odds }: QuestionRun, { level }: AttemptState): Reliabilities {
  return odds?.reliabilities?.[level] ?? UNKNOWN_JUDGES;
}

/** A class with the judge's verdict on it, and the cluster of its members. */
type JudgedClass = Omit<ClassOdds, 'attempt' | 'probability'> & { cluster: string };

/** The classes of an attempt that have a candidate with a verdict on every test. */
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
    const reachesThreshold = !breaksDefinition && reaches(passed, total, run.settings.passThreshold);
    return [{ cluster, finalist, passed, total, passes: passing.length > 0, breaksDefinition, reachesThreshold }];
  });
}

function membersOf(cluster: string, candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter((candidate) => candidate.valid && clusterOf(candidate) === cluster);
}

/** What was compared in an attempt. */
export function pairsOf(run: QuestionRun, attempt: AttemptState): PairVerdict[] {
  const comparisons = comparisonsOf(run, attempt.ordinal);
  const compared = [...new Set(comparisons.flatMap(({ first, second }) => [first, second]))];
  return playTournament(compared, comparisons, run.settings.selectionConfidence).pairs;
}

function isLost({ left, right, winner }: PairVerdict, candidate: Id): boolean {
  return (left === candidate || right === candidate) && winner !== candidate;
}
