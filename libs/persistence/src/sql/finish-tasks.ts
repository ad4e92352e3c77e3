import type { Id, TaskQueue, TaskStatus } from '@assay/contracts';
import type { Database } from '../database.js';
import type { FinishItem } from './finish-item.js';
import { finishStatements, type EndedTask, type LockedTask, type StageCount } from './finish-statements.js';

export interface FinishOutcome {
  task: Id;
  /** False: the claim was lost, or the run ended or dropped the task. */
  accepted: boolean;
  /** The run dropped the task: only paid answers were written. */
  late: boolean;
  /** RUNNING if the item did not end the task, or was not accepted. */
  status: TaskStatus;
  delivery: number;
  queue: TaskQueue;
  priority: number;
  run: Id | null;
  /** Publish the next step of the run. */
  advance: boolean;
}

/** One transaction and round trip; results in order of the items. Items of one task run in sequence. */
export async function finishTasks(
  database: Pick<Database, 'pipeline'>,
  items: readonly FinishItem[],
): Promise<FinishOutcome[]> {
  if (items.length === 0) return [];
  const places = new Map(items.map(({ task }, place) => [task, place] as const).toReversed());
  const isFirst = ({ task }: FinishItem, place: number): boolean => places.get(task) === place;
  const group = items.filter(isFirst);
  const outcomes = await finishGroup(database, group);
  const others = await finishTasks(
    database,
    items.filter((item, place) => !isFirst(item, place)),
  );
  const [next, nextOther] = [outcomes.values(), others.values()];
  return items.map((item, place) => (isFirst(item, place) ? next : nextOther).next().value as FinishOutcome);
}

async function finishGroup(
  database: Pick<Database, 'pipeline'>,
  items: readonly FinishItem[],
): Promise<FinishOutcome[]> {
  const { lockTasks, countStages, endTasks } = await database.pipeline(finishStatements(items));
  const late = new Map((lockTasks as LockedTask[]).map((row) => [row.task, row.late]));
  const ended = new Map((endTasks as EndedTask[]).map((row) => [row.task, row]));
  const advanced = new Set((countStages as StageCount[]).flatMap(({ run, advance }) => (advance ? [run] : [])));
  return items.map(({ task, run }): FinishOutcome => {
    const claimed = { accepted: late.get(task) === false, late: late.get(task) === true };
    return { ...NOT_ENDED, ...ended.get(task), ...claimed, task, run, advance: run !== null && advanced.has(run) };
  });
}

/** The task goes on, or the claim is lost. */
const NOT_ENDED: Omit<EndedTask, 'task'> = { status: 'RUNNING', delivery: 0, queue: 'db-sampler', priority: 0 };
