import { expect, it } from '@jest/globals';
import { newId, SERVICES, TASK_QUEUES, type QueueName, type TaskQueue } from '@assay/contracts';
import { Messaging } from '@assay/work/messaging';
import type { JobsOptions } from 'bullmq';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultStage } from './fault-stage.js';
import type { Fleet } from './fleet.js';
import { LOOK_MS } from './questions-in-flight.js';

const NOWHERE = newId();
const LONG = 'x'.repeat(1_000_000);

/** What no service publishes; the ids are of no row, or of none that a job can name. */
const PAYLOADS: readonly unknown[] = [
  null,
  'text',
  7,
  true,
  [],
  [[NOWHERE, 1]],
  {},
  { task: null, run: null },
  { task: 'x', run: 'x' },
  { task: {}, run: {} },
  { task: [NOWHERE], run: [NOWHERE], delivery: [1] },
  { task: LONG, run: LONG, delivery: LONG },
  { task: `${NOWHERE}'; drop table assay.tasks; --`, run: `${NOWHERE}'; drop table assay.runs; --`, delivery: 1 },
  { task: NOWHERE, run: NOWHERE },
  ...[1, 0, -1, 1.5, 1e308, 2 ** 31, '1', '1; drop', null, {}, true].map((delivery) => ({ task: NOWHERE, delivery })),
  ...[{}, 7, 'nonsense', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`].map((traceparent) => ({
    task: NOWHERE,
    run: NOWHERE,
    delivery: 1,
    traceparent,
  })),
  JSON.parse('{"__proto__": {"task": "x"}, "constructor": {"prototype": {}}}'),
  JSON.parse('{"a":'.repeat(500) + '1' + '}'.repeat(500)),
];

/** Options that no service sets. */
const OPTIONS: readonly JobsOptions[] = [
  { attempts: 1_000_000, backoff: { type: 'nonsense', delay: -1 } },
  { delay: -1 },
  { priority: 2_000_000, lifo: true },
  { deduplication: { id: 'all', ttl: 3_600_000 } },
  { removeOnComplete: { count: -1 }, removeOnFail: { age: -1 } },
  { telemetry: { metadata: '{{' } },
  { stackTraceLimit: -1, keepLogs: -1, timestamp: -1 },
];

/** Rows that BullMQ would not write. */
const ROWS: readonly Record<string, unknown>[] = [
  { state: 'active' },
  { state: 'active', lock_token: 'mine', locked_until_ms: 9e15 },
  { state: 'active', lock_token: 'mine', locked_until_ms: -1, stalled_count: 2_000_000_000, stalled_marked: true },
  { state: 'waiting', opts: '[]' },
  { state: 'waiting', opts: '"text"' },
  { state: 'waiting', opts: '{"backoff": 7, "repeat": {"every": 0}, "tm": {}}' },
  { state: 'waiting', stacktrace: '{"a": 1}', attempts_made: -5, max_attempts: -5 },
  { state: 'waiting', name: '', progress: '"x"', deferred_failure: 'it failed' },
  { state: 'waiting', priority: -2_147_483_648, delay_ms: -1, added_at_ms: -9e15 },
  { state: 'waiting', parent_queue: 'coordinator', parent_id: 'x', parent_key: 'x', pending_deps: -5 },
  { state: 'waiting', scheduler_id: 'nowhere', dedup_id: 'nowhere' },
  { state: 'delayed', process_at_ms: -1 },
  { state: 'waiting-children', pending_deps: 7 },
];

/** Jobs that no service published, and jobs that one published before. */
export function describeForgeries(stage: () => FaultStage): void {
  it('jobs that are forged, replayed and put on the queues of others', () =>
    stage().play('forged and replayed jobs', async (flight) => {
      const { fleet } = stage();
      const transport = { kind: 'postgres', url: fleet.rows.url } as const;
      const messaging = await Messaging.open({ transport, onError: () => undefined });
      const seen: { id: string; delivery: number }[] = [];
      try {
        const queues: readonly QueueName[] = [...TASK_QUEUES, 'coordinator'];
        for (const queue of queues) await forge(fleet, messaging, queue);
        let isOver = false;
        const ended = flight.ended().finally(() => (isOver = true));
        const misdirected = async (): Promise<void> => {
          for (; !isOver; await delay(LOOK_MS)) seen.push(...(await misdirect(fleet, messaging, flight.ids)));
        };
        await Promise.all([ended, misdirected()]);
        for (const queue of TASK_QUEUES) await messaging.publish(queue, seen.map(jobOf));
      } finally {
        await messaging.close();
      }
      const processes = SERVICES.map(({ name }) => fleet.process(name));
      expect(processes.filter(({ running }) => !running)).toEqual([]);
      expect(processes.map(({ output }) => output).join('\n')).not.toContain('uncaught');
      return performance.now();
    }));
}

async function forge(fleet: Fleet, messaging: Messaging, queue: QueueName): Promise<void> {
  const producer = await messaging.desk.open(queue);
  for (const payload of PAYLOADS) await producer.add(queue, payload);
  for (const options of OPTIONS) await producer.add(queue, { task: NOWHERE, run: NOWHERE, delivery: 1 }, options);
  for (const [place, row] of ROWS.entries()) {
    const fields = { queue, id: `forged-${place}`, seq: place, name: queue, added_at_ms: 1, ...row };
    const columns = Object.keys(fields);
    const values = columns.map((_, at) => `$${at + 1}`);
    await fleet.rows.query(
      `insert into bullmq.job (${columns.join(', ')}) values (${values.join(', ')})`,
      Object.values(fields),
    );
  }
  for (const text of [queue, '', '{', LONG.slice(0, 7000)]) {
    await fleet.rows.query("select pg_notify('bullmq_jobs', $1), pg_notify('bullmq_events', $1)", [text]);
  }
}

/** Publishes the jobs of all open tasks on every queue but their own. */
async function misdirect(
  fleet: Fleet,
  messaging: Messaging,
  runs: readonly string[],
): Promise<{ id: string; delivery: number }[]> {
  const open = await fleet.rows.query<{ id: string; queue: TaskQueue; delivery: number }>(
    'select id, queue, delivery from assay.tasks where run_id = any ($1) and finished_at is null',
    [runs],
  );
  for (const queue of TASK_QUEUES) {
    await messaging.publish(queue, open.filter((task) => task.queue !== queue).map(jobOf));
  }
  return open;
}

const jobOf = ({
  id,
  delivery,
}: {
  id: string;
  delivery: number;
}): { payload: { task: string; delivery: number } } => ({
  payload: { task: id, delivery },
});
