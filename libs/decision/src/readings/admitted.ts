import type { Id } from '@assay/contracts';
import { candidatesOf, type Candidate } from '../candidates.js';
import { judgedTests, OTHERWISE, requirementsOf, STATED, type JudgedTest } from '../judged-tests/tried-tests.js';
import { runOdds } from '../odds/run-odds.js';
import type { AttemptState, QuestionRun } from '../question-run.js';
import { clusterOf, clusterSizes, finalistsOf } from '../selection/finalists.js';
import { finalJudgements, type JudgedVerdict } from '../verdicts/judgements.js';

/** A class that meets every requirement, with its interpretation. */
export interface Admitted {
  /** Representative. */
  candidate: Candidate;
  /** Of the valid candidates, 0–1. */
  share: number;
  /** By odds, 0–1. */
  probability: number;
  /** Reading test id → alternative id; undecided ones are missing. */
  takes: ReadonlyMap<Id, string>;
}

/**
 * Classes that meet every requirement by final verdicts, best first: by odds if weighed, else by vote.
 * @param winner represents its class even if other members pass
 */
export function admittedClasses(run: QuestionRun, attempt: AttemptState, winner: Id | null): Admitted[] {
  const all = candidatesOf(run, attempt.ordinal);
  if (requirementsOf(run, attempt.ordinal).length === 0) return [];
  const passing = new Set(
    finalJudgements(run, attempt.ordinal)
      .filter(({ verdicts }) => verdicts.every(({ verdict }) => verdict === 'PASS'))
      .map(({ candidate }) => candidate),
  );
  const passers = all.filter(({ id }) => passing.has(id));
  const own = passers.find(({ id }) => id === winner);
  const finalists = finalistsOf(passers, all, { seed: run.seed, attempt: attempt.ordinal });
  const [sizes, taken] = [clusterSizes(all), alternativesTaken(run, attempt)];
  const odds = new Map(runOdds(run).classes.map(({ cluster, probability }) => [cluster, probability]));
  const valid = all.filter((candidate) => candidate.valid).length;
  const classes = finalists.flatMap((finalist): Admitted[] => {
    const first = passers.find(({ id }) => id === finalist.candidate);
    if (first === undefined) return [];
    const cluster = clusterOf(first);
    const candidate = own !== undefined && clusterOf(own) === cluster ? own : first;
    const share = (sizes.get(cluster) ?? 0) / valid;
    return [{ candidate, share, probability: odds.get(cluster) ?? 0, takes: taken.get(candidate.id) ?? new Map() }];
  });
  return run.settings.verdicts === 'final'
    ? classes
    : classes.toSorted((left, right) => right.probability - left.probability);
}

export function alternativesTaken(run: QuestionRun, attempt: AttemptState): Map<Id, Map<Id, string>> {
  const tests = judgedTests(run, attempt.ordinal).filter(({ kind }) => kind === 'reading');
  return new Map(
    finalJudgements(run, attempt.ordinal, tests).map(({ candidate, verdicts }) => [
      candidate,
      new Map(
        tests.flatMap((test, index) => {
          const alternative = alternativeOf(test, verdicts[index]);
          return alternative === null ? [] : [[test.id, alternative] as const];
        }),
      ),
    ]),
  );
}

/** For a requirement found to be a reading, PASS and FAIL select the alternative. */
function alternativeOf({ tried }: JudgedTest, given: JudgedVerdict | undefined): string | null {
  if (tried?.decision !== 'reading') return given?.alternative ?? null;
  if (given === undefined || given.verdict === 'UNDECIDED' || given.isUnclaimed) return null;
  return given.verdict === 'PASS' ? STATED : OTHERWISE;
}
