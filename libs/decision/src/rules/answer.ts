import type { ErrorNote } from '@assay/contracts';
import type { Command } from '../command.js';
import { requirementsOf } from '../judged-tests/tried-tests.js';
import { runOdds, type ClassOdds, type RunOdds } from '../odds/run-odds.js';
import { contestedByDoubt, contestedByTests, mostLikelyOf } from '../outcome/contested.js';
import { decideOutcome, type Outcome } from '../outcome/decide-outcome.js';
import { failedResult } from '../outcome/failed-sqls.js';
import { outcomeFacts, type EndingFacts } from '../outcome/outcome-facts.js';
import { failureMessage, goldBecause, silverMessage } from '../outcome/sentences.js';
import type { QuestionRun } from '../question-run.js';
import { selectWithoutJudge } from '../selection/select-winner.js';
import { weighedSelection } from '../selection/weighed-selection.js';
import { finalJudgements } from '../verdicts/judgements.js';
import { endInError, endRun } from './end-run.js';
import { emit, warn } from './stage-commands.js';
import { winnerWithFailures } from './winner-result.js';

export function endByTable(run: QuestionRun, now: number, facts: EndingFacts = {}): Command[] {
  const odds = runOdds(run);
  const outcome = decideOutcome(outcomeFacts(run, odds, facts), run.settings);
  return endWith(run, now, odds, outcome);
}

const LIMITS: ReadonlySet<string> = new Set(['BUDGET_EXCEEDED', 'DEADLINE_EXCEEDED']);

/** Ends at a limit or infrastructure fault: with the table's answer and a warning, else in ERROR. */
export function endAtFault(run: QuestionRun, now: number, error: ErrorNote): Command[] {
  if (run.settings.verdicts === 'final') return endInError(run, now, error);
  const odds = runOdds(run);
  const facts = outcomeFacts(run, odds, { isLimited: LIMITS.has(error.code) });
  const outcome = decideOutcome(facts, run.settings);
  if (outcome.status !== 'GOLD' && outcome.status !== 'SILVER') return endInError(run, now, error);
  return [warn(error.code, error.message), ...endWith(run, now, odds, outcome)];
}

function endWith(run: QuestionRun, now: number, odds: RunOdds, outcome: Outcome): Command[] {
  if (outcome.status === 'GOLD' || outcome.status === 'SILVER') {
    const chosen = odds.classes[outcome.index];
    if (chosen === undefined) throw new RangeError(`the outcome names class ${outcome.index}, and there is none`);
    return outcome.status === 'GOLD' ? gold(run, now, chosen) : silver(run, now, odds, chosen, outcome.why);
  }
  if (outcome.row === 1) throw new RangeError('a question that was ended from outside is not decided by its SQLs');
  const message = failureMessage(run, outcome.kind, odds);
  return endRun(run, now, {
    status: 'FAILED',
    result: failedResult(run),
    mostLikely: mostLikelyOf(run),
    reason: { kind: outcome.kind, message },
    stopReason: message,
  });
}

function gold(run: QuestionRun, now: number, chosen: ClassOdds): Command[] {
  const { attempt, finalist } = chosen;
  const winner = finalist.candidate;
  const selection = weighedSelection(run, attempt, finalist);
  const confidence = rounded(chosen.probability);
  return [
    { type: 'decide', attempt: attempt.ordinal, decision: { selection, winner } },
    ...endRun(run, now, {
      status: 'GOLD',
      result: { result: 'GOLD', sqlList: [winnerWithFailures(run, attempt, winner)] },
      confidence,
      contested: contestedByDoubt(run, confidence),
      stopReason: goldBecause(run, attempt, selection),
      winner: { attempt, winner },
    }),
  ];
}

type Why = Extract<Outcome, { status: 'SILVER' }>['why'];

function silver(run: QuestionRun, now: number, odds: RunOdds, chosen: ClassOdds, why: Why): Command[] {
  const { attempt, finalist } = chosen;
  const winner = finalist.candidate;
  const isOverruled = why === 'failed-tests';
  const { selection } = selectWithoutJudge(finalist, 'posterior');
  const message = silverMessage(run, why, chosen, odds);
  return [
    {
      type: 'decide',
      attempt: attempt.ordinal,
      decision: {
        selection: isOverruled ? selection : weighedSelection(run, attempt, finalist),
        winner,
        ...(isOverruled && { overruled: [winner] }),
      },
    },
    ...(isOverruled ? overruledVerdicts(run, chosen) : []),
    ...endRun(run, now, {
      status: 'SILVER',
      result: { result: 'SILVER', sqlList: [winnerWithFailures(run, attempt, winner)] },
      confidence: rounded(chosen.probability),
      contested: isOverruled ? contestedByTests(chosen) : null,
      silver: { why, message },
      stopReason: message,
      winner: { attempt, winner },
    }),
  ];
}

function overruledVerdicts(run: QuestionRun, { attempt, finalist }: ClassOdds): Command[] {
  const { candidate } = finalist;
  const verdicts = finalJudgements(run, attempt.ordinal).find((each) => each.candidate === candidate)?.verdicts ?? [];
  return requirementsOf(run, attempt.ordinal).flatMap(({ id }, index) =>
    verdicts[index]?.verdict === 'FAIL' ? [emit({ type: 'verdict-overruled', candidate, test: id, by: 'odds' })] : [],
  );
}

function rounded(probability: number): number {
  return Math.round(probability * 1000) / 1000;
}
