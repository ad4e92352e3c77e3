import { newId, type Id, type TaskQueue } from '@assay/contracts';
import { Messaging, type QueueTransport } from '../messaging/index.js';
import { applyAdvance, createRun, lockRun, migrate, type Advance, type NewTask } from '@assay/persistence';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { TaskRuntime } from '../task-runtime.js';

const nothing: Advance = { stages: [], tasks: [], close: [], cancel: [], events: [], wakeAt: null, finish: null };

export interface WorkFixture {
  url: string;
  workspace: Id;
  errors: unknown[];
  createWorkspace(): Promise<Id>;
  join(service?: string): Promise<TaskRuntime>;
  startRun(
    work: TaskRuntime,
    queue: TaskQueue,
    tasks: number,
    options?: Partial<{
      maxAttempts: number;
      lookAtOpen: number;
      input: object;
      payload: object;
    }>,
  ): Promise<StartedRun>;
  close(): Promise<void>;
}

export interface StartedRun {
  run: Id;
  stage: Id;
  tasks: Id[];
}

/** @param queues default: the record's server */
export async function openWorkFixture(queues?: QueueTransport): Promise<WorkFixture> {
  const postgres: TestPostgres = await startTestPostgres();
  const url = await postgres.createFromTemplate('work', async (template) => {
    await migrate(template);
  });
  const errors: unknown[] = [];
  const opened: { work: TaskRuntime; messaging: Messaging }[] = [];
  const join = async (service = 'test'): Promise<TaskRuntime> => {
    const messaging = await Messaging.open({
      transport: queues ?? { kind: 'postgres', url },
      onError: (error) => errors.push(error),
    });
    const work = new TaskRuntime(messaging, { service, databaseUrl: url, onError: (error) => errors.push(error) });
    await work.start();
    opened.push({ work, messaging });
    return work;
  };
  const first = await join('fixture');
  const createWorkspace = async (): Promise<Id> => {
    const workspace = newId();
    const text = `insert into assay.workspaces (id, name, dialect, connection) values ($1::uuid, ($1::uuid)::text, 'postgres', '')`;
    await first.database.query({ name: 'fixture_workspace', text }, [workspace]);
    return workspace;
  };
  const workspace = await createWorkspace();
  return {
    url,
    workspace,
    errors,
    createWorkspace,
    join,
    startRun: async (work, queue, tasks, options = {}) => {
      const run = newId();
      const stage = newId();
      await createRun(work.database, {
        id: run,
        product: 'question',
        workspace,
        seed: 7,
        deadlineSeconds: 600,
        replyTo: null,
        traceContext: null,
        events: [{ type: 'question-accepted', body: {} }],
      });
      const planned = Array.from({ length: tasks }, (_, index): NewTask => ({
        id: newId(),
        stage,
        workspace,
        ordinal: index + 1,
        queue,
        priority: 0,
        maxAttempts: options.maxAttempts ?? 5,
        runSeconds: 300,
        payload: { number: index + 1, ...options.payload },
      }));
      const input = options.input ?? { shared: true };
      const lookAtOpen = options.lookAtOpen ?? 0;
      const stages = [{ id: stage, attempt: 1, kind: 'generate', round: 1, input, total: tasks, lookAtOpen }];
      const advance: Advance = { ...nothing, stages, tasks: planned };
      await work.database.transaction(async (connection) => {
        const locked = await lockRun(connection, run);
        await applyAdvance(connection, run, locked?.revision ?? 0, advance);
      });
      await work.publisher.tasks(
        planned.map(({ id, queue: name, priority }) => ({ id, queue: name, priority, delivery: 1 })),
      );
      return { run, stage, tasks: planned.map(({ id }) => id) };
    },
    close: async () => {
      for (const { work, messaging } of opened) {
        await messaging.close();
        await work.stop().catch(() => undefined);
      }
      await postgres.stop();
    },
  };
}
