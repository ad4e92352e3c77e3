import type { TaskQueue } from '@assay/contracts';
import { MOST_COUNTED, readTaskQueues, type Queryable, type TaskQueueState } from '@assay/persistence';

/** Counts stop at `MOST_COUNTED`. */
export interface Backlog extends TaskQueueState {
  /** Its dead letters among the newest `MOST_COUNTED` of all queues. */
  dead: number;
}

const deadStatement = {
  name: 'count_dead_letters',
  text: `select queue, count(*)::integer as dead
     from (select t.queue from assay.tasks t where t.status = 'DEAD' order by t.id desc limit ${MOST_COUNTED}) newest
     group by queue`,
};

export async function readBacklog(database: Queryable): Promise<Backlog[]> {
  const [queues, letters] = await Promise.all([
    readTaskQueues(database),
    database.query<{ queue: TaskQueue; dead: number }>(deadStatement),
  ]);
  const dead = new Map(letters.map((letter) => [letter.queue, letter.dead]));
  return queues.map((state) => ({ ...state, dead: dead.get(state.queue) ?? 0 }));
}
