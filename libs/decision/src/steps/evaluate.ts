import type { CandidateView, Id } from '@assay/contracts';
import { candidateViews, candidatesOf } from '../candidates.js';
import type { Command } from '../command.js';
import { MINIMUM_SUCCESSES } from '../minimum-successes.js';
import type { StageState } from '../question-run.js';
import { decideCase } from '../verdicts/decide-case.js';
import { evaluatorJudgements, matrixOf, testCount } from '../verdicts/judgements.js';
import { passRatesOf, scoreAll } from '../verdicts/scores.js';
import { endInError } from './end-run.js';
import { incompleteError, LAST_JUDGING_ROUND } from './incomplete-evaluation.js';
import { stageOf, successes, type Rule, type Situation } from './situation.js';
import { attemptInput, emit, startStage, warn } from './stage-commands.js';

/** One evaluation per distinct candidate, then the case; who could not be judged and might matter is judged once more. */
export const evaluate: Rule = (situation) => {
  const { run, attempt, now } = situation;
  if (attempt.case !== null) return null;
  const stage = stageOf(situation, 'evaluate');
  const candidates = candidateViews(candidatesOf(run, attempt.ordinal));
  if (stage === null) return startEvaluation(situation, candidates, 1);
  if (stage.status === 'OPEN') return [];
  if (stage.round === 1 && successes(stage) < MINIMUM_SUCCESSES.evaluate) {
    return endInError(run, now, incompleteError(stage.tasks));
  }
  return decide(situation, stage, candidates);
};

function decide(situation: Situation, stage: StageState<'evaluate'>, candidates: readonly CandidateView[]): Command[] {
  const { run, attempt, now } = situation;
  const judgements = evaluatorJudgements(run, attempt.ordinal);
  const tests = testCount(run, attempt.ordinal);
  const decision = decideCase(matrixOf(judgements, tests), run.settings.passThreshold);
  if (decision.case === null) {
    if (decision.cause !== 'EVALUATION_INCOMPLETE') {
      return endInError(run, now, { code: decision.cause, message: 'There is nothing to decide on.' });
    }
    if (stage.round >= LAST_JUDGING_ROUND) return endInError(run, now, incompleteError(stage.tasks));
    return judgeAgain(situation, stage, candidates, decision.undecided);
  }
  const scores = scoreAll(judgements, tests, 'evaluator');
  return [
    { type: 'decide', attempt: attempt.ordinal, decision: { case: decision.case, scores } },
    emit({ type: 'case-decided', case: decision.case, passRates: passRatesOf(judgements, tests) }),
  ];
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
    warn('JUDGED_AGAIN', `${names} could not be judged and might change the outcome: judged once more.`),
    ...startEvaluation(situation, again, stage.round + 1),
  ];
}

function startEvaluation(situation: Situation, candidates: readonly CandidateView[], round: number): Command[] {
  const input = { ...attemptInput(situation), tests: situation.attempt.tests?.numbered ?? [] };
  const payloads = candidates.map((candidate) => ({ candidate }));
  return startStage(situation, 'evaluate', input, payloads, round);
}
