import type { Contested, ErrorNote, FailureReason, Id, MostLikely, QuestionResult, Silver } from '@assay/contracts';
import type { Command, Finish } from '../command.js';
import { inWords } from '../outcome/in-words.js';
import { currentAttempt, type AttemptState, type QuestionRun } from '../question-run.js';
import { OpenReadings } from '../readings/open-readings.js';
import { answeredBy } from '../readings/settle.js';
import { closeStage, emit } from './stage-commands.js';

export interface Ending {
  status: Finish['status'];
  result?: QuestionResult;
  confidence?: number;
  contested?: Contested | null;
  silver?: Silver;
  mostLikely?: MostLikely | null;
  reason?: FailureReason;
  error?: ErrorNote;
  stopReason: string;
  winner?: { attempt: AttemptState; winner: Id };
}

/** `question-finished` is the last event. */
export function endRun(run: QuestionRun, now: number, ending: Ending): Command[] {
  const attempt = currentAttempt(run);
  const { status, result = null, confidence = null, error = null, stopReason } = ending;
  const { contested = null, silver = null, mostLikely = null, reason = null } = ending;
  const decisionCase = attempt?.case ?? null;
  const level = attempt?.level ?? run.level;
  return [
    ...endAttempt(run, now),
    {
      type: 'finish',
      status,
      case: decisionCase,
      level,
      result,
      confidence,
      contested,
      silver,
      mostLikely,
      reason,
      error,
      ...inWords(run, status, result),
      ...whatIsOpen(run, ending),
      stopReason,
    },
    emit({ type: 'question-finished', status, case: decisionCase, level }),
  ];
}

function whatIsOpen(run: QuestionRun, { status, winner }: Ending): Pick<Finish, 'readings' | 'openPoints'> {
  if (status === 'ERROR' || status === 'CANCELLED') return {};
  const answer = winner ?? answeredBy(run);
  const open = answer && new OpenReadings(run, answer.attempt, answer.winner);
  return open?.isOpen ? { readings: open.readings([]), openPoints: open.openPoints([]) } : {};
}

export function endAttempt(run: QuestionRun, now: number): Command[] {
  const attempt = currentAttempt(run);
  const open = run.stages.filter((stage) => stage.status === 'OPEN');
  const commands = open.flatMap((stage) => closeStage(run, stage, now, false));
  if (attempt !== null && attempt.finishedAt === null) {
    commands.push({ type: 'end-attempt', attempt: attempt.ordinal });
  }
  return commands;
}

export function endInError(run: QuestionRun, now: number, error: ErrorNote): Command[] {
  return endRun(run, now, { status: 'ERROR', error, stopReason: `Stopped by an error: ${error.message}` });
}
