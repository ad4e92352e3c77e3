import type { Command, Decide, EndAttempt, Finish, StartAttempt } from '@assay/decision';
import type { Advance, Queryable, RunRow } from '@assay/persistence';
import { applyQuestion } from '../sql/apply-question.js';

type AttemptCommand = StartAttempt | Decide | EndAttempt;

interface AttemptChange {
  ordinal: number;
  case?: string | null;
  caseBeforeReview?: string | null;
  decisions: Record<string, unknown>;
  ended: boolean;
}

/** Writes an advance in one transaction. False, and nothing written, if the revision has changed. */
export async function writeAdvance(
  connection: Queryable,
  { id, revision }: Pick<RunRow, 'id' | 'revision'>,
  advance: Advance,
  commands: readonly Command[],
): Promise<boolean> {
  const attempts = commands.filter(isAttemptCommand);
  const started = attempts.filter((command) => command.type === 'start-attempt');
  const finish = commands.find((command) => command.type === 'finish');
  const question = {
    started,
    changed: mergeChanges(attempts),
    level: started.at(-1)?.level ?? null,
    finish: finish ? outcomeOf(finish) : null,
  };
  return applyQuestion(connection, { id, revision }, advance, question);
}

function isAttemptCommand(command: Command): command is AttemptCommand {
  return command.type === 'start-attempt' || command.type === 'end-attempt' || command.type === 'decide';
}

function mergeChanges(commands: readonly AttemptCommand[]): AttemptChange[] {
  const changes = new Map<number, AttemptChange>();
  for (const command of commands) {
    if (command.type === 'start-attempt') continue;
    const change = changes.get(command.attempt) ?? { ordinal: command.attempt, decisions: {}, ended: false };
    changes.set(command.attempt, change);
    if (command.type === 'end-attempt') {
      change.ended = true;
      continue;
    }
    const { case: decided, caseBeforeReview, ...decisions } = command.decision;
    if (decided !== undefined) change.case = decided;
    if (caseBeforeReview !== undefined) change.caseBeforeReview = caseBeforeReview;
    Object.assign(change.decisions, decisions);
  }
  return [...changes.values()];
}

function outcomeOf({ type: _, status: __, error: ___, stopReason: ____, ...outcome }: Finish): object {
  return outcome;
}
