import type { DeadLetterDetail, DeadLetterView, Id, TaskQueue } from '@assay/contracts';
import { prepared, type Queryable, type Stored } from '@assay/persistence';

const columns = `t.id, t.queue, t.run_id as run, r.product, r.status as "runStatus", s.kind as stage, t.attempts,
  t.last_error as error, t.created_at as "createdAt", t.finished_at as "diedAt"`;

const tables = `assay.tasks t left join assay.runs r on r.id = t.run_id left join assay.stages s on s.id = t.stage_id`;

export const readDeadLetters = prepared<
  [queue: TaskQueue | null, before: Id | null, limit: number],
  Stored<DeadLetterView>
>({
  name: 'read_dead_letters',
  text: `select ${columns} from ${tables}
     where t.status = 'DEAD'
       and ($1::text is null or t.queue = $1) and ($2::uuid is null or t.id < $2)
     order by t.id desc limit $3`,
}).map(withTimes);

const detailStatement = {
  name: 'read_dead_letter',
  text: `select ${columns}, t.payload,
            (select coalesce(jsonb_agg(jsonb_build_object('ordinal', p.ordinal, 'kind', p.kind, 'agent', p.agent,
                      'model', p.model, 'status', p.status, 'error', p.error, 'at', p.created_at)
                    order by p.created_at, p.id), '[]')
             from assay.steps p where p.run_id = coalesce(t.run_id, t.id) and p.task_id = t.id) as steps
     from ${tables} where t.id = $1 and t.status = 'DEAD'`,
};

export async function readDeadLetter(database: Queryable, task: Id): Promise<DeadLetterDetail | null> {
  const [row] = await database.query<Stored<DeadLetterDetail>>(detailStatement, [task]);
  if (!row) return null;
  const steps = row.steps.map((step) => ({ ...step, at: new Date(step.at).toISOString() }));
  return { ...withTimes(row), payload: row.payload, steps };
}

function withTimes<View extends Stored<DeadLetterView>>(
  row: View,
): Omit<View, 'createdAt' | 'diedAt'> & DeadLetterView {
  return { ...row, createdAt: row.createdAt.toISOString(), diedAt: row.diedAt.toISOString() };
}

export interface QuestionAsAsked {
  status: string;
  workspace: Id;
  question: string;
  evidence: string[];
  level: string;
  settings: object;
}

export const readQuestionAsAsked = prepared<[run: Id], QuestionAsAsked>({
  name: 'read_question_as_asked',
  text: `select r.status, q.workspace_id as workspace, q.question, q.evidence, q.requested_level as level, q.settings
     from assay.runs r join assay.questions q on q.run_id = r.id where r.id = $1`,
}).first;
