/** Loaded first (`node --import`), makes a coordinator add a field to every payload and job, like a later release. */
import { Queue } from 'bullmq';
import pg from 'pg';

interface AdvanceQuery {
  name?: string;
  values?: unknown[];
}
interface Commands {
  tasks: { payload: object }[];
}

/** `query` is overloaded; passed on unchanged. */
const connections = pg.Client.prototype as unknown as { query: (...parameters: unknown[]) => unknown };
const { query } = connections;
connections.query = function (this: unknown, ...parameters: unknown[]): unknown {
  const [first] = parameters as [AdvanceQuery | undefined];
  if (first?.name === 'apply_question' && first.values !== undefined) first.values[2] = withNews(first.values[2]);
  return query.apply(this, parameters);
};

interface Job {
  data: object;
}
const queues = Queue.prototype as unknown as { addBulk: (jobs: Job[]) => Promise<unknown> };
const { addBulk } = queues;
queues.addBulk = function (this: unknown, jobs: Job[]): Promise<unknown> {
  const changed = jobs.map((job) => ({ ...job, data: { ...job.data, emphasis: 'strong' } }));
  return addBulk.call(this, changed);
};

function withNews(text: unknown): string {
  const commands = JSON.parse(String(text)) as Commands;
  const tasks = commands.tasks.map((task) => ({ ...task, payload: { ...task.payload, emphasis: 'strong' } }));
  return JSON.stringify({ ...commands, tasks });
}
