import { candidatesOf, type Candidate } from '../candidates.js';
import type { AttemptState, QuestionRun } from '../question-run.js';
import { comparisonsOf } from '../selection/comparisons.js';
import { clusterOf, standings, type Finalist } from '../selection/finalists.js';
import { playTournament, type PairVerdict } from '../selection/tournament.js';
import { textVotes } from '../spending/class-votes.js';
import { areRefused, refusalsAmong } from '../outcome/refusals.js';
import { judgedClasses, type JudgedClass } from './judged-classes.js';
import { ODDS_WEIGHTS, oddsOf, type ClassEvidence, type Reliabilities } from './odds.js';
import { observationWeight, reliabilityOf, verdictWeights, type VerdictWeights } from './reliability.js';

export interface ClassOdds {
  /** Behaviour class, the same at all levels. */
  cluster: string;
  /** The attempt that judged it last, else the last that has it. */
  attempt: AttemptState;
  /** Representative in that attempt: the first passing member by vote, else the first. */
  finalist: Finalist;
  /** Passed requirements of that attempt. */
  passed: number;
  total: number;
  /** That attempt has a verdict on every requirement. */
  isJudged: boolean;
  passes: boolean;
  hasPassed: boolean;
  /** It contradicts a metric's definition; votes cannot outweigh that. */
  breaksDefinition: boolean;
  /** 0–1. */
  probability: number;
}

/** Odds from votes, verdicts and comparisons of all levels. */
export interface RunOdds {
  /** Likeliest first. */
  classes: ClassOdds[];
  /** Probability that no class is right. */
  none: number;
}

const UNKNOWN_JUDGES: Reliabilities = {
  evaluator: reliabilityOf('evaluator'),
  selector: reliabilityOf('sql-selector'),
};

export function runOdds(run: QuestionRun): RunOdds {
  const attempts = run.attempts.map((attempt) => judgedAttempt(run, attempt));
  const clusters = [...new Set(attempts.flatMap(({ members }) => [...members.keys()]))];
  const evidence = clusters.map((cluster): ClassEvidence => {
    const voters = attempts.flatMap(({ members }) => members.get(cluster) ?? []);
    return {
      texts: textVotes(voters),
      models: new Set(voters.map(({ model }) => model)).size,
      verdicts: verdictsOn(run, cluster, attempts),
      comparisons: sum(attempts.map(({ margins, selector }) => ((margins.get(cluster) ?? 0) * selector) / 2)),
    };
  });
  // a later level that refuses leaves the earlier answer as likely as it was
  const refusals = sum(
    attempts.filter(({ candidates }, at) => at === 0 || !areRefused(candidates)).map((attempt) => attempt.refusals),
  );
  const { classes, none } = oddsOf(evidence, run.odds?.weights, refusals);
  const odds = clusters.map((cluster, index) => classOdds(run, cluster, attempts, classes[index] ?? 0));
  return { classes: odds.sort((left, right) => right.probability - left.probability), none };
}

function reliabilitiesAt({ odds }: QuestionRun, { level }: AttemptState): Reliabilities {
  return odds?.reliabilities?.[level] ?? UNKNOWN_JUDGES;
}

/** Log odds of a won comparison in an attempt. */
export function selectorWeight(run: QuestionRun, attempt: AttemptState): number {
  const { comparison } = run.odds?.weights ?? ODDS_WEIGHTS;
  return comparison * observationWeight(reliabilitiesAt(run, attempt).selector);
}

export function pairsOf(run: QuestionRun, attempt: AttemptState): PairVerdict[] {
  const comparisons = comparisonsOf(run, attempt.ordinal);
  const compared = [...new Set(comparisons.flatMap(({ first, second }) => [first, second]))];
  return playTournament(compared, comparisons, run.settings.selectionConfidence).pairs;
}

interface JudgedAttempt {
  attempt: AttemptState;
  candidates: Candidate[];
  members: ReadonlyMap<string, Candidate[]>;
  judged: ReadonlyMap<string, JudgedClass>;
  /** Won minus lost comparisons. */
  margins: ReadonlyMap<string, number>;
  verdicts: VerdictWeights;
  selector: number;
  refusals: number;
}

function judgedAttempt(run: QuestionRun, attempt: AttemptState): JudgedAttempt {
  const candidates = candidatesOf(run, attempt.ordinal);
  const clusters = new Map(candidates.map((candidate) => [candidate.id, clusterOf(candidate)]));
  const margins = new Map<string, number>();
  for (const { left, right, winner } of pairsOf(run, attempt)) {
    if (winner === null) continue;
    count(margins, clusters.get(winner), 1);
    count(margins, clusters.get(winner === left ? right : left), -1);
  }
  const judged = judgedClasses(run, attempt, candidates);
  const passed = judged.filter(({ passes }) => passes).length;
  const { evaluator, selector } = reliabilitiesAt(run, attempt);
  return {
    attempt,
    candidates,
    members: Map.groupBy(
      candidates.filter(({ valid }) => valid),
      clusterOf,
    ),
    judged: new Map(judged.map((own) => [own.cluster, own])),
    margins,
    verdicts: verdictWeights(evaluator, passed, judged.length - passed),
    selector: observationWeight(selector),
    refusals: votesForNone(candidates),
  };
}

/** Part of a refusal that an invalid candidate counts as, where most are invalid. */
const INVALID = 0.25;

/** Refusals, plus a part of the invalid candidates beyond the number of valid ones. */
function votesForNone(candidates: readonly Candidate[]): number {
  const refusals = refusalsAmong(candidates).length;
  const valid = candidates.filter((candidate) => candidate.valid).length;
  return refusals + INVALID * Math.max(0, candidates.length - refusals - 2 * valid);
}

function count(margins: Map<string, number>, cluster: string | undefined, by: number): void {
  if (cluster !== undefined) margins.set(cluster, (margins.get(cluster) ?? 0) + by);
}

/** Correlation of errors of different judge models, 0–1: they read the same question. */
const JUDGES_ALIKE = 0.5;

/**
 * Verdicts of one model at several levels are averaged; several models count less than their number, because errors
 * correlate.
 */
function verdictsOn(run: QuestionRun, cluster: string, attempts: readonly JudgedAttempt[]): number {
  const judging = attempts.filter(({ judged }) => judged.has(cluster));
  const byModel = Map.groupBy(judging, ({ attempt: { level } }) => run.models?.[`evaluator ${level}`] ?? level);
  const shares = [...byModel.values()].map((same) => {
    const own = same.map(({ judged, verdicts }) =>
      judged.get(cluster)?.passes === true ? verdicts.pass : verdicts.fail,
    );
    return sum(own) / own.length;
  });
  return shares.length === 0 ? 0 : sum(shares) / (1 + JUDGES_ALIKE * (shares.length - 1));
}

function classOdds(
  run: QuestionRun,
  cluster: string,
  attempts: readonly JudgedAttempt[],
  probability: number,
): ClassOdds {
  const verdicts = attempts.flatMap(({ judged }) => judged.get(cluster) ?? []);
  const common = {
    cluster,
    probability,
    hasPassed: verdicts.some(({ passes }) => passes),
    breaksDefinition: verdicts.some(({ breaksDefinition }) => breaksDefinition),
  };
  const last = attempts.findLast(({ judged }) => judged.has(cluster));
  const judged = last?.judged.get(cluster);
  if (last !== undefined && judged !== undefined) {
    const { finalist, passed, total, passes } = judged;
    return { ...common, attempt: last.attempt, finalist, passed, total, passes, isJudged: true };
  }
  const unjudged = attempts.findLast(({ members }) => members.has(cluster));
  const source = { seed: run.seed, attempt: unjudged?.attempt.ordinal ?? 0 };
  const [finalist] = standings(unjudged?.members.get(cluster) ?? [], unjudged?.candidates ?? [], source);
  if (unjudged === undefined || finalist === undefined) throw new RangeError(`no candidate is in class ${cluster}`);
  return { ...common, attempt: unjudged.attempt, finalist, passed: 0, total: 0, passes: false, isJudged: false };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
