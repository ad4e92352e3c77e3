import type { CandidateView, DecisionCase, Id, NumberedTest } from '@assay/contracts';
import { judgedViews } from '../behaviour/representatives.js';
import { witnessesOf } from '../behaviour/witness-views.js';
import type { Command } from '../command.js';
import { testsForJudges } from '../judged-tests/tried-tests.js';
import { MINIMUM_SUCCESSES } from '../minimum-successes.js';
import type { StageState } from '../question-run.js';
import { decideCase } from '../verdicts/decide-case.js';
import {
  contendersOf,
  evaluationsOf,
  evaluatorJudgements,
  isAskedOn,
  isDecided,
  lastEvaluations,
  matrixOf,
  mayFail,
  testCount,
} from '../verdicts/judgements.js';
import { passRatesOf, scoreAll } from '../verdicts/scores.js';
import { endInError } from './end-run.js';
import { tooLittle } from './escalate.js';
import { incompleteError, LAST_JUDGING_ROUND, unreachedAmong } from './incomplete-evaluation.js';
import { publishBehaviours } from './probe.js';
import { stageOf, successes, type Rule, type Situation } from './situation.js';
import { attemptInput, emit, startStage, warn } from './stage-commands.js';
import { trialWarnings } from './try-tests.js';

/**
 * One evaluation per class (or distinct text), then the case. A candidate that matters is judged again if its judge was
 * unreachable; after malformed answers it stays undecided.
 */
export const evaluate: Rule = (situation) => {
  const { run, attempt } = situation;
  if (attempt.case !== null) return null;
  const stage = stageOf(situation, 'evaluate');
  const candidates = judgedViews(run, attempt.ordinal);
  if (stage?.status === 'OPEN') return [];
  const unjudged = unjudgedAmong(situation, candidates);
  if (stage === null || unjudged.length > 0) return begin(situation, unjudged, (stage?.round ?? 0) + 1);
  if (stage.round === 1 && successes(stage) < MINIMUM_SUCCESSES.evaluate) {
    return tooLittle(situation, stage.tasks, incompleteError(stage.tasks));
  }
  return decide(situation, stage, candidates);
};

export function judgedAll(situation: Situation): boolean {
  const { run, attempt } = situation;
  if (stageOf(situation, 'evaluate')?.status !== 'CLOSED' || stageOf(situation, 'probe')?.status === 'OPEN')
    return false;
  const views = judgedViews(run, attempt.ordinal);
  const decided = evaluatorJudgements(run, attempt.ordinal).filter(isDecided);
  return views.length > 0 && views.every(({ id }) => decided.some(({ candidate }) => candidate === id));
}

/** Waits for the probe, within its time limit. */
function begin(situation: Situation, candidates: readonly CandidateView[], round: number): Command[] {
  if (stageOf(situation, 'probe')?.status === 'OPEN') return [];
  return [...publishBehaviours(situation), ...startEvaluation(situation, candidates, round)];
}

/** Candidates that some test did not reach; an added test is judged where it can change the winner. */
function unjudgedAmong(situation: Situation, candidates: readonly CandidateView[]): CandidateView[] {
  const { run, attempt } = situation;
  const judged = evaluationsOf(run, attempt.ordinal);
  const added = attempt.tests?.added?.number;
  const tests = testsForJudges(run, attempt.ordinal).filter(({ number }) => number !== added);
  return candidates.filter(({ id }) => {
    const tasks = judged.get(id) ?? [];
    return tasks.length === 0 || tests.some((test) => !tasks.some((task) => isAskedOn(task, test)));
  });
}

function decide(situation: Situation, stage: StageState<'evaluate'>, candidates: readonly CandidateView[]): Command[] {
  const { run, attempt, now } = situation;
  const judgements = evaluatorJudgements(run, attempt.ordinal);
  const tests = testCount(run, attempt.ordinal);
  const decision = decideCase(matrixOf(judgements, tests), run.settings.passThreshold, mayFail(run));
  if (decision.case !== null) return record(situation, decision.case);
  if (decision.cause !== 'EVALUATION_INCOMPLETE') {
    return endInError(run, now, { code: decision.cause, message: 'There is nothing to decide.' });
  }
  const last = lastEvaluations(run, attempt.ordinal);
  const unreached = unreachedAmong(last, decision.undecided);
  const again = unreached.filter((id) => timesFailed(situation, id) < LAST_JUDGING_ROUND);
  if (again.length > 0) return judgeAgain(situation, stage, candidates, again);
  if (unreached.length === 0 && contendersOf(run, attempt.ordinal).length > 0) return record(situation, 'C');
  return [...recordScores(situation), ...tooLittle(situation, last, incompleteError(last))];
}

function timesFailed({ run, attempt }: Situation, candidate: Id): number {
  const tasks = evaluationsOf(run, attempt.ordinal).get(candidate) ?? [];
  return tasks.filter(({ status }) => status !== 'DONE').length;
}

function record(situation: Situation, decided: DecisionCase): Command[] {
  const { run, attempt } = situation;
  const passRates = passRatesOf(evaluatorJudgements(run, attempt.ordinal), testCount(run, attempt.ordinal));
  return [
    ...trialWarnings(situation),
    ...recordScores(situation, decided),
    emit({ type: 'case-decided', case: decided, passRates }),
  ];
}

function recordScores({ run, attempt }: Situation, decided: DecisionCase | null = null): Command[] {
  const judgements = evaluatorJudgements(run, attempt.ordinal);
  const scores = scoreAll(judgements, testCount(run, attempt.ordinal), 'evaluator');
  return [{ type: 'decide', attempt: attempt.ordinal, decision: { case: decided, scores } }];
}

function judgeAgain(
  situation: Situation,
  stage: StageState<'evaluate'>,
  candidates: readonly CandidateView[],
  undecided: readonly Id[],
): Command[] {
  const again = candidates.filter(({ id }) => undecided.includes(id));
  const names = again.map(({ number }) => `SQL #${number}`).join(', ');
  return [
    warn('JUDGED_AGAIN', `${names} could not be judged and might change the outcome. They are judged again.`),
    ...startEvaluation(situation, again, stage.round + 1),
  ];
}

function startEvaluation(situation: Situation, candidates: readonly CandidateView[], round: number): Command[] {
  const { run, attempt } = situation;
  const input = { ...attemptInput(situation), tests: testsForJudges(run, attempt.ordinal) };
  const judged = evaluationsOf(run, attempt.ordinal);
  const payloads = candidates.map((candidate) => {
    const done = (judged.get(candidate.id) ?? []).filter(({ status }) => status === 'DONE');
    const open = input.tests.filter((test) => !done.some((task) => isAskedOn(task, test)));
    const readings = numbersOf(open.filter(({ alternatives }) => alternatives !== undefined));
    return {
      candidate,
      tests: numbersOf(open),
      ...(readings.length > 0 && { readings }),
      ...witnessesOf(run, attempt.ordinal, candidate.id),
    };
  });
  return startStage(situation, 'evaluate', input, payloads, round);
}

function numbersOf(tests: readonly NumberedTest[]): number[] {
  return tests.map(({ number }) => number);
}
