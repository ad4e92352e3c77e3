import {
  AssayError,
  CONTROL_QUEUES,
  TASK_QUEUES,
  type QueueDrain,
  type QueueName,
  type QueueRetry,
  type QueueView,
  type TaskQueue,
} from '@assay/contracts';
import type { QueueState } from '@assay/work/messaging';
import { deletePublications, deleteRunPublications } from '@assay/persistence';
import { notFound, requireAdmin, type Caller } from '@assay/contracts/requests';
import type { TaskRuntime } from '@assay/work';
import type { DeadLetters } from './dead-letters.js';
import { readBacklog, type Backlog } from '../sql/read-backlog.js';

const QUEUES: readonly QueueName[] = [...TASK_QUEUES, ...CONTROL_QUEUES];
const RETRIED = 1000;

/** Methods throw RequestProblem 403 unless the caller is an admin, 404 for an unknown queue. */
export class QueueOperations {
  constructor(
    private readonly work: Pick<TaskRuntime, 'database' | 'messaging'>,
    private readonly deadLetters: DeadLetters,
  ) {}

  async list(caller: Caller): Promise<QueueView[]> {
    requireAdmin(caller);
    const [states, backlogs] = await Promise.all([
      Promise.all(QUEUES.map((name) => this.work.messaging.desk.state(name))),
      readBacklog(this.work.database),
    ]);
    return QUEUES.map((name, index) =>
      viewOf(
        name,
        states[index] as QueueState,
        backlogs.find(({ queue }) => queue === name),
      ),
    );
  }

  /** Stops delivery; running jobs and deadlines continue. */
  async pause(name: string, caller: Caller): Promise<QueueView> {
    await this.work.messaging.desk.pause(queueOf(name, caller));
    return this.show(name, caller);
  }

  async resume(name: string, caller: Caller): Promise<QueueView> {
    await this.work.messaging.desk.resume(queueOf(name, caller));
    return this.show(name, caller);
  }

  /**
   * Removes waiting jobs. Pending rows are republished within seconds; untaken jobs of `questions` and
   * `story-evaluations` are lost.
   */
  async drain(name: string, caller: Caller): Promise<QueueDrain> {
    const queue = queueOf(name, caller);
    const removed = await this.work.messaging.desk.drain(queue);
    if (isTaskQueue(queue)) await deletePublications(this.work.database, queue);
    if (queue === 'coordinator') await deleteRunPublications(this.work.database);
    return { removed };
  }

  async retry(name: string, caller: Caller): Promise<QueueRetry> {
    const queue = queueOf(name, caller);
    const result: QueueRetry = { jobs: await this.work.messaging.desk.retryFailed(queue), redriven: [], refused: [] };
    if (!isTaskQueue(queue)) return result;
    for (const { id } of await this.deadLetters.newest(queue, RETRIED)) {
      try {
        result.redriven.push(await this.deadLetters.redrive(id, caller));
      } catch (error) {
        if (!(error instanceof AssayError) || error.retryable) throw error;
        result.refused.push({ task: id, code: error.code, message: error.message });
      }
    }
    return result;
  }

  private async show(name: string, caller: Caller): Promise<QueueView> {
    const views = await this.list(caller);
    return views.find((view) => view.name === name) as QueueView;
  }
}

function queueOf(name: string, caller: Caller): QueueName {
  requireAdmin(caller);
  const queue = QUEUES.find((known) => known === name);
  if (queue === undefined) throw notFound('queue');
  return queue;
}

function isTaskQueue(queue: QueueName): queue is TaskQueue {
  return (TASK_QUEUES as readonly string[]).includes(queue);
}

const NOTHING: Omit<Backlog, 'queue'> = { waiting: 0, delayed: 0, active: 0, dead: 0, oldestSeconds: null };

function viewOf(name: QueueName, state: QueueState, backlog: Omit<Backlog, 'queue'> = NOTHING): QueueView {
  const { waiting, active, delayed, failed, paused, oldestSeconds } = state;
  const jobs = { waiting, active, delayed, failed };
  if (isTaskQueue(name)) {
    const { waiting: ready, active: running, delayed: later, dead } = backlog;
    return {
      name,
      kind: 'tasks',
      paused,
      waiting: ready,
      active: running,
      delayed: later,
      failed: dead,
      oldestSeconds: backlog.oldestSeconds,
      jobs,
    };
  }
  return { name, kind: 'jobs', paused, ...jobs, oldestSeconds, jobs };
}
