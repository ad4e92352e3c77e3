import type { Decide, EndAttempt, Finish, StartAttempt } from '@assay/decision';
import type { Id } from '@assay/contracts';
import { toJsonb, type Queryable } from '@assay/persistence';

/** One attempt's changes of one advance, merged. */
interface AttemptChange {
  ordinal: number;
  started: StartAttempt | null;
  case?: string | null;
  caseBeforeReview?: string | null;
  decisions: Record<string, unknown>;
  ended: boolean;
}

const insertStatement = {
  name: 'insert_attempts',
  text: `insert into assay.attempts (run_id, ordinal, level, reason, pass_threshold, escalation, started_at)
     select $1, a.attempt, a.level, a.reason, $3, a.escalation, clock_timestamp()
     from jsonb_to_recordset($2) as a (attempt integer, level text, reason text, escalation jsonb)`,
};

const updateStatement = {
  name: 'update_attempts',
  text: `update assay.attempts t
     set "case" = case when a.change ? 'case' then a.change ->> 'case' else t."case" end,
         case_before_review = case when a.change ? 'caseBeforeReview' then a.change ->> 'caseBeforeReview'
                                   else t.case_before_review end,
         decisions = t.decisions || (a.change -> 'decisions'),
         finished_at = case when (a.change ->> 'ended')::boolean then clock_timestamp() else t.finished_at end
     from (select value as change from jsonb_array_elements($2)) a
     where t.run_id = $1 and t.ordinal = (a.change ->> 'ordinal')::integer`,
};

/** Stores what was decided on attempts: new ones first, then the changes of all, one statement each. */
export async function writeAttempts(
  connection: Queryable,
  run: Id,
  passThreshold: number,
  commands: readonly (StartAttempt | Decide | EndAttempt)[],
): Promise<void> {
  const started = commands.filter((command) => command.type === 'start-attempt');
  if (started.length > 0) await connection.query(insertStatement, [run, toJsonb(started), passThreshold]);
  const changes = mergeChanges(commands);
  if (changes.length > 0) await connection.query(updateStatement, [run, toJsonb(changes)]);
}

function mergeChanges(commands: readonly (StartAttempt | Decide | EndAttempt)[]): AttemptChange[] {
  const changes = new Map<number, AttemptChange>();
  for (const command of commands) {
    if (command.type === 'start-attempt') continue;
    const change = changes.get(command.attempt) ?? {
      ordinal: command.attempt,
      started: null,
      decisions: {},
      ended: false,
    };
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

const levelStatement = {
  name: 'update_question_level',
  text: 'update assay.questions set level = $2 where run_id = $1',
};

export async function writeLevel(connection: Queryable, run: Id, level: string): Promise<void> {
  await connection.query(levelStatement, [run, level]);
}

const finishStatement = {
  name: 'finish_question',
  text: `update assay.questions
     set level = $2, "case" = $3, result = $4, winner_sql = $5, confidence = $6 where run_id = $1`,
};

/** Stores how a question was decided. */
export async function writeFinish(connection: Queryable, run: Id, finish: Finish): Promise<void> {
  const hasWinner = finish.result !== null && finish.result.result !== 'FAILED';
  await connection.query(finishStatement, [
    run,
    finish.level,
    finish.case,
    finish.result === null ? null : toJsonb(finish.result),
    hasWinner ? (finish.result?.sqlList[0]?.sql ?? null) : null,
    finish.confidence,
  ]);
}

const contextStatement = {
  name: 'write_question_context',
  text: 'update assay.questions set context_hash = $2, schema_hash = $3 where run_id = $1',
};

export async function writeContext(connection: Queryable, run: Id, context: string, schema: string): Promise<void> {
  await connection.query(contextStatement, [run, context, schema]);
}
