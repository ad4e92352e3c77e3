/**
 * Makes a coordinator of this release one of the next: loaded before it (`node --import`), it has the process write one
 * field more into every task's payload and into every job, as a coordinator would that has learned something new.
 */
import { Queue } from 'bullmq';
import pg from 'pg';

interface AdvanceQuery {
  name?: string;
  values?: unknown[];
}
interface Commands {
  tasks: { payload: object }[];
}

/** Of the class of connections, which overloads `query`; here it only passes on what it is given. */
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
  const told = jobs.map((job) => ({ ...job, data: { ...job.data, emphasis: 'strong' } }));
  return addBulk.call(this, told);
};

function withNews(text: unknown): string {
  const commands = JSON.parse(String(text)) as Commands;
  const tasks = commands.tasks.map((task) => ({ ...task, payload: { ...task.payload, emphasis: 'strong' } }));
  return JSON.stringify({ ...commands, tasks });
}
