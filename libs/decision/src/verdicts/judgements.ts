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
import { roundsOf, type QuestionRun, type StageState, type StageTask } from '../question-run.js';
import { decideCase } from './decide-case.js';
import type { VerdictMatrix } from './verdict-matrix.js';
import { NOT_EVALUATED } from './verdict-of.js';

/** One verdict with its reason, and who gave it. */
export interface JudgedVerdict {
  verdict: Verdict;
  reason: string;
  severity: Severity | null;
  by: Judge;
  /** On a reading test: the alternative that the SQL takes; absent where it takes none. */
  alternative?: string;
  /** Where a metric is computed otherwise. */
  witness?: MetricWitness;
  /** Instances say nothing of it: nothing is held against the candidate, and nothing stands on record. */
  isUnclaimed?: true;
}

/** What the judges say of one candidate, requirement by requirement in order of the tests' numbers. */
export interface Judgement {
  candidate: Id;
  /** The n of `SQL #n`. */
  number: number;
  verdicts: JudgedVerdict[];
}

/**
 * The evaluator's verdicts on every candidate whose evaluation has ended, by candidate number. A candidate whose
 * evaluations all died is UNDECIDED on every test, with the error as the reason.
 *
 * @param tests the tests asked about; the requirements, unless others are named
 */
export function evaluatorJudgements(
  run: QuestionRun,
  attempt: number,
  tests: readonly Numbered[] = requirementsOf(run, attempt),
): Judgement[] {
  return finalTasks(run, attempt, 'evaluate').map(({ payload, result, error }) => ({
    candidate: payload.candidate.id,
    number: payload.candidate.number,
    verdicts: evaluatorVerdicts(payload.candidate.id, result, error?.message, tests),
  }));
}

/** What the supervisor says of one candidate: null for tests that it was not asked about, or left out. */
export interface Review {
  candidate: Id;
  number: number;
  verdicts: (JudgedVerdict | null)[];
}

/** The supervisor's second look at every candidate whose review has ended; UNDECIDED where all its reviews died. */
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

/** The final verdicts: the supervisor's where it gave one (or could not be reached), else the evaluator's. */
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

/** The verdicts alone, for the decision. */
export function matrixOf(judgements: readonly Judgement[], tests: number): VerdictMatrix {
  const rows = judgements.map(({ candidate, verdicts }) => ({
    candidate,
    verdicts: verdicts.map(({ verdict }) => verdict),
  }));
  return { tests, rows };
}

/** The candidates that the supervisor looks at again: fully judged, at or above the threshold, in the order of their numbers. */
export function contendersOf(run: QuestionRun, attempt: number): Id[] {
  const judged = evaluatorJudgements(run, attempt).filter(isDecided);
  const decision = decideCase(matrixOf(judged, testCount(run, attempt)), run.settings.passThreshold, mayFail(run));
  return decision.case === 'C' ? decision.contenders : [];
}

/** Whether every test has a verdict that counts. */
export function isDecided({ verdicts }: Judgement): boolean {
  return verdicts.every(({ verdict }) => verdict !== 'UNDECIDED');
}

/** Failed requirements that a candidate may have for a second look, however few requirements there are. */
export function mayFail({ settings }: Pick<QuestionRun, 'settings'>): number {
  return settings.verdicts === 'weighed' ? 1 : 0;
}

/** How many requirements the attempt judges by. */
export function testCount(run: QuestionRun, attempt: number): number {
  return requirementsOf(run, attempt).length;
}

/** A test as far as verdicts name it. */
type Numbered = Pick<NumberedTest, 'number'> & { claims?: MetricClaims | null };

/**
 * For each candidate the task that counts: the first one DONE over all rounds, else the last one that ended without.
 * Candidates whose tasks are all open are left out.
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

/** The rounds that judge by the attempt's tests: tests that were written later are judged again. */
export function countedRounds<Kind extends StageKind>(
  run: QuestionRun,
  attempt: number,
  kind: Kind,
): StageState<Kind>[] {
  const judgedFrom = run.attempts.find(({ ordinal }) => ordinal === attempt)?.judgedFrom ?? 1;
  return roundsOf(run, attempt, kind).filter(({ round }) => kind !== 'evaluate' || round >= judgedFrom);
}

function evaluatorVerdicts(
  candidate: Id,
  result: EvaluatorResult | null,
  error: string | undefined,
  tests: readonly Numbered[],
): JudgedVerdict[] {
  const given = Map.groupBy(result?.verdicts ?? [], ({ number }) => number);
  return tests.map(({ number, claims }) => {
    if (claims) return claimed(claims, candidate);
    if (result === null) return undecided('evaluator', error);
    const agreed = agreedVerdict(given.get(number));
    const { verdict, reason } = agreed ?? NOT_EVALUATED;
    const taken = agreed?.alternative === undefined ? {} : { alternative: agreed.alternative };
    return { verdict, reason, severity: null, by: 'evaluator', ...taken };
  });
}

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

/** The verdict on a test, or null when there is none, or two that contradict each other. */
function agreedVerdict<Given extends { verdict: Verdict }>(given: readonly Given[] = []): Given | null {
  const [first, ...others] = given;
  return first !== undefined && others.every(({ verdict }) => verdict === first.verdict) ? first : null;
}

function undecided(by: Judge, reason: string | undefined): JudgedVerdict {
  return { verdict: 'UNDECIDED', reason: reason ?? 'the judge could not be reached', severity: null, by };
}
