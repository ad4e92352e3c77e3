import type {
  EvaluatorResult,
  Id,
  Judge,
  MetricWitness,
  NumberedTest,
  Severity,
  SupervisorResult,
  Verdict,
} from '@assay/contracts';
import { hasEnded } from '@assay/contracts/plain';
import type { MetricClaims } from '../judged-tests/metric-tests.js';
import { requirementsOf, type TriedTest } from '../judged-tests/tried-tests.js';
import { roundsOf, type AddedTest, type QuestionRun, type StageTask } from '../question-run.js';
import { LAST_JUDGING_ROUND } from '../rules/incomplete-evaluation.js';
import { failedByModel } from '../rules/task-errors.js';
import { decideCase } from './decide-case.js';
import type { VerdictMatrix } from './verdict-matrix.js';
import { NOT_EVALUATED } from './verdict-of.js';

export interface JudgedVerdict {
  verdict: Verdict;
  reason: string;
  severity: Severity | null;
  by: Judge;
  /** For a reading test: the chosen alternative. */
  alternative?: string;
  /** Where a metric differs. */
  witness?: MetricWitness;
  /** Not judged by this test: does not count, and is not recorded. */
  isUnclaimed?: true;
}

/** Verdicts on one candidate by test number. */
export interface Judgement {
  candidate: Id;
  /** The n of `SQL #n`. */
  number: number;
  verdicts: JudgedVerdict[];
}

/**
 * Evaluator verdicts on candidates with an ended evaluation, by number. If all died: UNDECIDED, with the error as
 * reason.
 * @param tests default: the requirements
 */
export function evaluatorJudgements(
  run: QuestionRun,
  attempt: number,
  tests: readonly Numbered[] = requirementsOf(run, attempt),
): Judgement[] {
  const byCandidate = evaluationsOf(run, attempt);
  return finalTasks(run, attempt, 'evaluate').map(({ payload }) => {
    const { id, number } = payload.candidate;
    return { candidate: id, number, verdicts: evaluatorVerdicts(id, byCandidate.get(id) ?? [], tests) };
  });
}

type GivenVerdict = EvaluatorResult['verdicts'][number];

export function evaluationsOf(run: QuestionRun, attempt: number): Map<Id, StageTask<'evaluate'>[]> {
  const ended = roundsOf(run, attempt, 'evaluate')
    .flatMap(({ tasks }) => tasks)
    .filter(({ status }) => hasEnded(status));
  return Map.groupBy(ended, ({ payload }) => payload.candidate.id);
}

export function lastEvaluations(run: QuestionRun, attempt: number): StageTask<'evaluate'>[] {
  return [...evaluationsOf(run, attempt).values()].flatMap((tasks) => tasks.slice(-1));
}

/** Whether an evaluation judged the test. Judged as a reading, it does not count for a requirement. */
export function isAskedOn(
  { payload, result }: StageTask<'evaluate'>,
  { number, alternatives = [] }: Numbered,
): boolean {
  if (payload.readings?.includes(number) && alternatives.length === 0) return false;
  return (
    payload.tests?.includes(number) ?? (result === null || result.verdicts.some((given) => given.number === number))
  );
}

/** The supervisor's verdicts on a candidate; null for tests not asked or omitted. */
export interface Review {
  candidate: Id;
  number: number;
  verdicts: (JudgedVerdict | null)[];
}

/**
 * Reviews of candidates that have ended. If all died: UNDECIDED; with weighed verdicts none once no further one comes,
 * so that the evaluator's FAIL stands.
 */
export function supervisorReviews(
  run: QuestionRun,
  attempt: number,
  tests: readonly Numbered[] = requirementsOf(run, attempt),
): Review[] {
  return finalTasks(run, attempt, 'supervise').map((task) => {
    const { payload, result, error } = task;
    const asked = new Set(payload.failed.map(({ number }) => number));
    const verdictOn = ({ number }: Numbered): JudgedVerdict | null => {
      if (!asked.has(number) || (result === null && isAbandoned(run, attempt, task))) return null;
      return result === null ? undecided('supervisor', error?.message) : supervisorVerdict(result, number);
    };
    return { candidate: payload.candidate.id, number: payload.candidate.number, verdicts: tests.map(verdictOn) };
  });
}

function isAbandoned(run: QuestionRun, attempt: number, review: StageTask<'supervise'>): boolean {
  if (run.settings.verdicts === 'final') return false;
  const last = roundsOf(run, attempt, 'supervise').find(({ round }) => round === LAST_JUDGING_ROUND);
  return failedByModel(review) || last?.tasks.some(({ id }) => id === review.id) === true;
}

/** The supervisor's verdicts where given, UNDECIDED where it was unreachable, else the evaluator's. */
export function finalJudgements(
  run: QuestionRun,
  attempt: number,
  tests: readonly Numbered[] = requirementsOf(run, attempt),
): Judgement[] {
  const reviews = new Map(supervisorReviews(run, attempt, tests).map((review) => [review.candidate, review.verdicts]));
  return evaluatorJudgements(run, attempt, tests).map((judgement) => {
    const review = reviews.get(judgement.candidate);
    return { ...judgement, verdicts: judgement.verdicts.map((verdict, index) => review?.[index] ?? verdict) };
  });
}

export function matrixOf(judgements: readonly Judgement[], tests: number): VerdictMatrix {
  const rows = judgements.map(({ candidate, verdicts }) => ({
    candidate,
    verdicts: verdicts.map(({ verdict }) => verdict),
  }));
  return { tests, rows };
}

/**
 * Fully judged, at or above the threshold or with at most `mayFail` failures, by number. Empty if one passes
 * everything.
 */
export function contendersOf(run: QuestionRun, attempt: number): Id[] {
  const judged = evaluatorJudgements(run, attempt).filter(isDecided);
  const decision = decideCase(matrixOf(judged, testCount(run, attempt)), run.settings.passThreshold, mayFail(run));
  return decision.case === 'C' ? decision.contenders : [];
}

export function isDecided({ verdicts }: Judgement): boolean {
  return verdicts.every(({ verdict }) => verdict !== 'UNDECIDED');
}

/** Failed requirements that still allow a review, however few requirements there are. */
export function mayFail({ settings }: Pick<QuestionRun, 'settings'>): number {
  return settings.verdicts === 'weighed' ? 1 : 0;
}

export function testCount(run: QuestionRun, attempt: number): number {
  return requirementsOf(run, attempt).length;
}

type Numbered = Pick<NumberedTest, 'number' | 'alternatives'> & {
  claims?: MetricClaims | null;
  added?: AddedTest;
  tried?: TriedTest | null;
};

/** One task per candidate with an ended one: the first DONE over all rounds, else the last. */
export function finalTasks<Kind extends 'evaluate' | 'supervise'>(
  run: QuestionRun,
  attempt: number,
  kind: Kind,
): StageTask<Kind>[] {
  const final = new Map<Id, StageTask<Kind>>();
  for (const stage of roundsOf(run, attempt, kind)) {
    for (const task of stage.tasks) {
      const candidate = task.payload.candidate.id;
      if (task.status === 'READY' || task.status === 'RUNNING' || final.get(candidate)?.status === 'DONE') continue;
      final.set(candidate, task);
    }
  }
  return [...final.values()].sort((left, right) => left.payload.candidate.number - right.payload.candidate.number);
}

function evaluatorVerdicts(
  candidate: Id,
  tasks: readonly StageTask<'evaluate'>[],
  tests: readonly Numbered[],
): JudgedVerdict[] {
  return tests.map((test) => {
    const { number, claims, added, tried } = test;
    if (claims) return claimed(claims, candidate);
    const asked = tasks.filter((task) => isAskedOn(task, test));
    const answered = asked.findLast(({ status }) => status === 'DONE');
    const given = answered?.result?.verdicts.filter((verdict) => verdict.number === number) ?? [];
    // not judged by the added test: cannot win, or judge unreachable
    if (added !== undefined && given.length === 0) return UNCLAIMED;
    if (tried?.decision === 'mistaken' && given.length === 0) return undecided('evaluator', FOUND_MISTAKEN);
    if (answered === undefined) return undecided('evaluator', asked.at(-1)?.error?.message);
    const agreed = agreedVerdict<GivenVerdict>(given);
    const { verdict, reason } = agreed ?? NOT_EVALUATED;
    const taken = agreed?.alternative === undefined ? {} : { alternative: agreed.alternative };
    return { verdict, reason, severity: null, by: 'evaluator', ...taken };
  });
}

const FOUND_MISTAKEN = 'The test was found mistaken before this SQL was judged.';
const UNCLAIMED: JudgedVerdict = { verdict: 'PASS', reason: '', severity: null, by: 'evaluator', isUnclaimed: true };

function claimed(claims: MetricClaims, candidate: Id): JudgedVerdict {
  const claim = claims.get(candidate);
  const { verdict, reason } = claim ?? { verdict: 'PASS', reason: '' };
  const shown = claim?.witness !== undefined && { witness: claim.witness };
  return {
    verdict,
    reason,
    severity: null,
    by: 'instances',
    ...shown,
    ...(claim === undefined && { isUnclaimed: true }),
  };
}

function supervisorVerdict(result: SupervisorResult, test: number): JudgedVerdict | null {
  const given = agreedVerdict(result.reviews.filter(({ number }) => number === test));
  if (given === null) return null;
  const { verdict, reason, severity } = given;
  return { verdict, reason, severity, by: 'supervisor' };
}

/** Null if missing or contradictory. */
function agreedVerdict<Given extends { verdict: Verdict }>(given: readonly Given[] = []): Given | null {
  const [first, ...others] = given;
  return first !== undefined && others.every(({ verdict }) => verdict === first.verdict) ? first : null;
}

function undecided(by: Judge, reason: string | undefined): JudgedVerdict {
  return { verdict: 'UNDECIDED', reason: reason ?? 'the judge could not be reached', severity: null, by };
}
