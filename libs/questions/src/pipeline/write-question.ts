import type { Id } from '@assay/contracts';
import type { Command, Decide, EndAttempt, Finish, StartAttempt } from '@assay/decision';
import { REFRESH_HOURS, toJsonb, type Advance, type Queryable, type RunRow } from '@assay/persistence';

type AttemptCommand = StartAttempt | Decide | EndAttempt;

/** One attempt's changes of one step, merged. */
interface AttemptChange {
  ordinal: number;
  case?: string | null;
  caseBeforeReview?: string | null;
  decisions: Record<string, unknown>;
  ended: boolean;
}

const statement = { name: 'apply_question', text: 'select assay.apply_question($1, $2, $3, $4) as applied' };

/**
 * Writes a step of a question in one go: rows, events, attempts and outcome. False, and nothing written, where the run is
 * not at this revision any more.
 */
export async function writeStep(
  connection: Queryable,
  { id, revision }: Pick<RunRow, 'id' | 'revision'>,
  passThreshold: number,
  advance: Advance,
  commands: readonly Command[],
): Promise<boolean> {
  const attempts = commands.filter(isAttemptCommand);
  const started = attempts.filter((command) => command.type === 'start-attempt');
  const finish = commands.find((command) => command.type === 'finish');
  const question = {
    passThreshold,
    started,
    changed: mergeChanges(attempts),
    level: started.at(-1)?.level ?? null,
    finish: finish ? outcomeOf(finish) : null,
  };
  const parameters = [id, revision, toJsonb(advance), toJsonb(question)];
  const [row] = await connection.query<{ applied: boolean }>(statement, parameters);
  return row?.applied ?? false;
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

function outcomeOf({ level, case: decided, result, confidence }: Finish): object {
  const hasWinner = result !== null && result.result !== 'FAILED';
  return { level, case: decided, result, confidence, winnerSql: hasWinner ? (result.sqlList[0]?.sql ?? null) : null };
}

const contextStatement = {
  name: 'write_question_context',
  // the schema is a block that others stored, perhaps long ago: it is in use
  text: `with used as (
       update assay.blocks b set used_at = now() from assay.questions q
       where q.run_id = $1 and b.workspace_id = q.workspace_id and b.hash = $3
         and b.used_at < now() - interval '${REFRESH_HOURS} hours'
     )
     update assay.questions set context_hash = $2, schema_hash = $3 where run_id = $1`,
};

/** Notes what the agents of the question are told. */
export async function writeContext(connection: Queryable, run: Id, context: string, schema: string): Promise<void> {
  await connection.query(contextStatement, [run, context, schema]);
}
