import type { Id, SupervisorPayload } from '@assay/contracts';
import { witnessesOf } from '../behaviour/witness-views.js';
import { candidateViews, candidatesOf } from '../candidates.js';
import type { Command } from '../command.js';
import { requirementsOf, testsForJudges } from '../judged-tests/tried-tests.js';
import type { StageState } from '../question-run.js';
import { decideAfterReview, type CaseDecision } from '../verdicts/decide-case.js';
import {
  contendersOf,
  evaluatorJudgements,
  finalJudgements,
  finalTasks,
  lastEvaluations,
  matrixOf,
  testCount,
} from '../verdicts/judgements.js';
import { passRatesOf, scoreAll } from '../verdicts/scores.js';
import { tooLittle } from './escalate.js';
import { incompleteError, LAST_JUDGING_ROUND, unreachedAmong } from './incomplete-evaluation.js';
import { stageOf, type Rule, type Situation } from './situation.js';
import { attemptInput, emit, startStage, warn } from './stage-commands.js';

/** Case C: the supervisor reviews the failed tests of the contenders. */
export const review: Rule = (situation) => {
  const { run, attempt } = situation;
  if (attempt.case !== 'C') return null;
  const stage = stageOf(situation, 'supervise');
  if (stage === null) {
    const contenders = contendersOf(run, attempt.ordinal).filter((candidate) => mayPass(situation, candidate));
    return contenders.length > 0 ? startReview(situation, contenders, 1) : decideUnreviewed(situation);
  }
  return stage.status === 'OPEN' ? [] : decide(situation, stage);
};

/** Tests found demanded, or judged by instances, are not reviewed: failing them is final. */
function mayPass({ run, attempt }: Situation, candidate: Id): boolean {
  const tests = requirementsOf(run, attempt.ordinal);
  const judgement = evaluatorJudgements(run, attempt.ordinal).find((each) => each.candidate === candidate);
  const isFinal = (index: number): boolean => Boolean(tests[index]?.tried) || Boolean(tests[index]?.claims);
  return judgement?.verdicts.every(({ verdict }, index) => verdict !== 'FAIL' || !isFinal(index)) ?? false;
}

/** Nothing to review if no contender may pass: case D, unless an undecided candidate might. */
function decideUnreviewed(situation: Situation): Command[] {
  const { run, attempt } = situation;
  const judgements = finalJudgements(run, attempt.ordinal);
  const tests = testCount(run, attempt.ordinal);
  const decision = decideAfterReview(matrixOf(judgements, tests));
  if (decision.case === null) return undecidedAfterReview(situation, decision);
  return [
    { type: 'decide', attempt: attempt.ordinal, decision: { case: decision.case, caseBeforeReview: 'C' } },
    emit({ type: 'case-decided', case: decision.case, passRates: passRatesOf(judgements, tests) }),
  ];
}

/** Unreviewed candidates cannot win, and prevent case D. */
function decide(situation: Situation, stage: StageState<'supervise'>): Command[] {
  const { run, attempt } = situation;
  const judgements = finalJudgements(run, attempt.ordinal);
  const tests = testCount(run, attempt.ordinal);
  const decision = decideAfterReview(matrixOf(judgements, tests));
  if (decision.case === null) return undecidedAfterReview(situation, decision, stage);
  const supervised = new Set(
    finalTasks(run, attempt.ordinal, 'supervise')
      .filter((task) => task.status === 'DONE')
      .map((task) => task.payload.candidate.id),
  );
  const isMissing = stage.tasks.some(
    ({ status, payload }) => status !== 'DONE' && !supervised.has(payload.candidate.id),
  );
  const reviewed = judgements.filter(({ candidate }) => supervised.has(candidate));
  const scores = [...attempt.scores, ...scoreAll(reviewed, tests, 'supervisor')];
  return [
    { type: 'decide', attempt: attempt.ordinal, decision: { case: decision.case, caseBeforeReview: 'C', scores } },
    emit({ type: 'case-decided', case: decision.case, passRates: passRatesOf(judgements, tests) }),
    ...(isMissing ? [warn('REVIEW_UNAVAILABLE', 'A review failed, so its verdicts are missing.')] : []),
  ];
}

/** Retries an unreachable supervisor once; malformed answers leave too little to decide. */
function undecidedAfterReview(
  situation: Situation,
  decision: Extract<CaseDecision, { case: null }>,
  stage: StageState<'supervise'> | null = null,
): Command[] {
  const { run, attempt } = situation;
  const undecided = decision.cause === 'EVALUATION_INCOMPLETE' ? decision.undecided : [];
  const reviews = finalTasks(run, attempt.ordinal, 'supervise');
  const unreached = unreachedAmong(reviews, undecided);
  if (stage === null || unreached.length === 0 || stage.round >= LAST_JUDGING_ROUND) {
    const judged = [...reviews, ...lastEvaluations(run, attempt.ordinal)];
    const died = judged.filter(({ status, payload }) => status !== 'DONE' && undecided.includes(payload.candidate.id));
    return tooLittle(situation, died, incompleteError(died));
  }
  return [
    warn('REVIEWED_AGAIN', 'A review that might change the outcome failed. It is requested again.'),
    ...startReview(situation, unreached, stage.round + 1),
  ];
}

function startReview(situation: Situation, contenders: readonly Id[], round: number): Command[] {
  const { run, attempt } = situation;
  const judgements = new Map(evaluatorJudgements(run, attempt.ordinal).map((each) => [each.candidate, each]));
  const tests = requirementsOf(run, attempt.ordinal);
  const views = candidateViews(candidatesOf(run, attempt.ordinal)).filter(({ id }) => contenders.includes(id));
  const payloads = views.map((candidate): SupervisorPayload => {
    const verdicts = judgements.get(candidate.id)?.verdicts ?? [];
    const failed = verdicts.flatMap(({ verdict, reason }, index) =>
      verdict === 'FAIL' ? [{ number: tests[index]?.number ?? index + 1, reason }] : [],
    );
    return { candidate, failed, ...witnessesOf(run, attempt.ordinal, candidate.id) };
  });
  const input = { ...attemptInput(situation), tests: testsForJudges(run, attempt.ordinal) };
  return startStage(situation, 'supervise', input, payloads, round);
}
