import type {
  EvaluatorResult,
  Id,
  Judge,
  MetricWitness,
  NumberedTest,
  Severity,
  StageKind,
  SupervisorResult,
  Verdict,
} from '@assay/contracts';
import type { MetricClaims } from '../judged-tests/metric-tests.js';
import { requirementsOf } from '../judged-tests/tried-tests.js';
import { roundsOf, type AddedTest, type QuestionRun, type StageState, type StageTask } from '../question-run.js';
import { decideCase } from './decide-case.js';
import type { VerdictMatrix } from './verdict-matrix.js';
import { NOT_EVALUATED } from './verdict-of.js';

/** A verdict with reason and judge. */
export interface JudgedVerdict {
  verdict: Verdict;
  reason: string;
  severity: Severity | null;
  by: Judge;
  /** For a reading test: the chosen alternative; absent if none. */
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
 * Evaluator verdicts on candidates with an ended evaluation, by number. If all evaluations died: UNDECIDED, with the
 * error as reason.
 * @param tests default: the requirements
 */
export function evaluatorJudgements(
  run: QuestionRun,
  attempt: number,
  tests: readonly Numbered[] = requirementsOf(run, attempt),
): Judgement[] {
  const onAdded = verdictsOnAdded(run, attempt);
  return finalTasks(run, attempt, 'evaluate').map(({ payload, result, error }) => {
    const { id, number } = payload.candidate;
    const given = result === null ? null : [...result.verdicts, ...(onAdded.get(id) ?? [])];
    return { candidate: id, number, verdicts: evaluatorVerdicts(id, given, error?.message, tests) };
  });
}

type GivenVerdict = EvaluatorResult['verdicts'][number];

/** Verdicts on the added test by candidate. */
function verdictsOnAdded(run: QuestionRun, attempt: number): Map<Id, GivenVerdict[]> {
  const added = run.attempts.find(({ ordinal }) => ordinal === attempt)?.tests?.added;
  const own = roundsOf(run, attempt, 'evaluate').filter(({ round }) => round === added?.round);
  return new Map(
    own.flatMap(({ tasks }) =>
      tasks.map(({ payload, result }) => [
        payload.candidate.id,
        result?.verdicts.filter(({ number }) => number === added?.number) ?? [],
      ]),
    ),
  );
}

/** The supervisor's verdicts on a candidate; null for tests not asked or omitted. */
export interface Review {
  candidate: Id;
  number: number;
  verdicts: (JudgedVerdict | null)[];
}

/** Reviews of candidates that have ended; UNDECIDED if all died. */
export function supervisorReviews(
  run: QuestionRun,
  attempt: number,
  tests: readonly Numbered[] = requirementsOf(run, attempt),
): Review[] {
  return finalTasks(run, attempt, 'supervise').map(({ payload, result, error }) => {
    const asked = new Set(payload.failed.map(({ number }) => number));
    const verdictOn = ({ number }: Numbered): JudgedVerdict | null => {
      if (!asked.has(number)) return null;
      return result === null ? undecided('supervisor', error?.message) : supervisorVerdict(result, number);
    };
    return { candidate: payload.candidate.id, number: payload.candidate.number, verdicts: tests.map(verdictOn) };
  });
}

/** The supervisor's verdicts where given or unreachable, else the evaluator's. */
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

/** Candidates for review: fully judged, at or above the threshold, by number. */
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

/** Number of requirements. */
export function testCount(run: QuestionRun, attempt: number): number {
  return requirementsOf(run, attempt).length;
}

type Numbered = Pick<NumberedTest, 'number'> & { claims?: MetricClaims | null; added?: AddedTest };

/**
 * The task that counts per candidate: the first DONE over all rounds, else the last ended. Candidates with open tasks
 * only are left out.
 */
export function finalTasks<Kind extends 'evaluate' | 'supervise'>(
  run: QuestionRun,
  attempt: number,
  kind: Kind,
): StageTask<Kind>[] {
  const final = new Map<Id, StageTask<Kind>>();
  for (const stage of countedRounds(run, attempt, kind)) {
    for (const task of stage.tasks) {
      const candidate = task.payload.candidate.id;
      if (task.status === 'READY' || task.status === 'RUNNING' || final.get(candidate)?.status === 'DONE') continue;
      final.set(candidate, task);
    }
  }
  return [...final.values()].sort((left, right) => left.payload.candidate.number - right.payload.candidate.number);
}

/** Rounds by the current tests, without the added test's round. */
export function countedRounds<Kind extends StageKind>(
  run: QuestionRun,
  attempt: number,
  kind: Kind,
): StageState<Kind>[] {
  const { judgedFrom = 1, tests = null } = run.attempts.find(({ ordinal }) => ordinal === attempt) ?? {};
  const ofAdded = tests?.added?.round ?? null;
  return roundsOf(run, attempt, kind).filter(
    ({ round }) => kind !== 'evaluate' || (round >= judgedFrom && round !== ofAdded),
  );
}

function evaluatorVerdicts(
  candidate: Id,
  all: readonly GivenVerdict[] | null,
  error: string | undefined,
  tests: readonly Numbered[],
): JudgedVerdict[] {
  const given = Map.groupBy(all ?? [], ({ number }) => number);
  return tests.map(({ number, claims, added }) => {
    if (claims) return claimed(claims, candidate);
    if (all === null) return undecided('evaluator', error);
    // not judged by the added test: cannot win, or judge unreachable
    if (added !== undefined && !given.has(number)) return UNCLAIMED;
    const agreed = agreedVerdict(given.get(number));
    const { verdict, reason } = agreed ?? NOT_EVALUATED;
    const taken = agreed?.alternative === undefined ? {} : { alternative: agreed.alternative };
    return { verdict, reason, severity: null, by: 'evaluator', ...taken };
  });
}

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

/** The verdict on a test; null if missing or contradictory. */
function agreedVerdict<Given extends { verdict: Verdict }>(given: readonly Given[] = []): Given | null {
  const [first, ...others] = given;
  return first !== undefined && others.every(({ verdict }) => verdict === first.verdict) ? first : null;
}

function undecided(by: Judge, reason: string | undefined): JudgedVerdict {
  return { verdict: 'UNDECIDED', reason: reason ?? 'the judge could not be reached', severity: null, by };
}
