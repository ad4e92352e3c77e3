import type { Id, QuestionTimeline, TimelineStage, TimelineTask } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

type Row<Timed extends { startedAt: unknown }> = Omit<Timed, 'createdAt' | 'startedAt' | 'finishedAt' | 'tasks'> & {
  startedAt: Date | null;
  finishedAt: Date | null;
};
type StageRow = Row<TimelineStage>;
type TaskRow = Row<TimelineTask> & { stage: Id | null; createdAt: Date };

const stages = {
  name: 'read_timeline_stages',
  text: `select s.id, s.attempt, a.level, s.kind as stage, s.round, s.started_at as "startedAt",
            s.closed_at as "finishedAt"
     from assay.stages s join assay.attempts a on a.run_id = s.run_id and a.ordinal = s.attempt
     where s.run_id = $1 order by s.started_at, s.id`,
};

const tasks = {
  name: 'read_timeline_tasks',
  text: `select id, stage_id as stage, ordinal, queue, status, attempts, straggler, created_at as "createdAt",
            claimed_at as "startedAt", finished_at as "finishedAt", last_error as error
     from assay.tasks where run_id = $1 order by created_at, ordinal, id`,
};

const clock = { name: 'read_timeline_clock', text: 'select clock_timestamp() as now' };

export async function readTimeline(database: Queryable, run: Id): Promise<QuestionTimeline> {
  const [stageRows, taskRows, [time]] = await Promise.all([
    database.query<StageRow>(stages, [run]),
    database.query<TaskRow>(tasks, [run]),
    database.query<{ now: Date }>(clock),
  ]);
  const byStage = Map.groupBy(taskRows, ({ stage }) => stage);
  return {
    now: (time as { now: Date }).now.toISOString(),
    stages: stageRows.map((stage) => ({
      ...stage,
      startedAt: (stage.startedAt as Date).toISOString(),
      finishedAt: stage.finishedAt?.toISOString() ?? null,
      tasks: (byStage.get(stage.id) ?? []).map(taskOf),
    })),
    requests: (byStage.get(null) ?? []).map(taskOf),
  };
}

function taskOf({ stage: _stage, ...task }: TaskRow): TimelineTask {
  return {
    ...task,
    createdAt: task.createdAt.toISOString(),
    startedAt: task.startedAt?.toISOString() ?? null,
    finishedAt: task.finishedAt?.toISOString() ?? null,
  };
}
