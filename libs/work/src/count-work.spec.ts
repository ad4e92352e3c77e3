import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId, type TaskStatus } from '@assay/contracts';
import type { FinishItem } from '@assay/persistence';
import { renderMetrics, startTelemetry, type RunningTelemetry } from '@assay/runtime/telemetry';
import { countWritten } from './count-work.js';

let telemetry: RunningTelemetry;
beforeAll(async () => {
  const nothing = { traces: false, metrics: false, logs: false, spanDelayMs: 1000, metricIntervalMs: 1000 };
  telemetry = await startTelemetry({ serviceName: 'spec', ...nothing }, () => undefined);
});
afterAll(() => telemetry.stop());

function count(status: TaskStatus, finish: FinishItem['finish']): void {
  const [task, run] = [newId(), newId()];
  const item: FinishItem = { task, run, claim: newId(), stage: null, ...(finish ? { finish } : {}) };
  countWritten(item, {
    task,
    run,
    accepted: true,
    late: false,
    status,
    delivery: 1,
    queue: 'db-sampler',
    priority: 0,
    advance: true,
  });
}

it('counts dead tasks by code, others without one', async () => {
  const error = { code: 'DATABASE_UNREACHABLE', message: 'The database is gone.' };
  count('DEAD', { status: 'DEAD', error });
  const lost = { code: 'PROCESS_LOST', message: 'The process is gone.' };
  count('DEAD', { status: 'READY', error: lost, delayMs: 0 });
  count('READY', { status: 'READY', error: lost, delayMs: 0 });
  count('READY', { status: 'READY', error, delayMs: 0 });
  count('DONE', { status: 'DONE', result: {} });
  const text = await renderMetrics();
  const tasks = text.split('\n').filter((line) => line.startsWith('assay_tasks_total'));
  expect(tasks.toSorted()).toEqual([
    'assay_tasks_total{queue="db-sampler",outcome="dead",code="DATABASE_UNREACHABLE"} 1',
    'assay_tasks_total{queue="db-sampler",outcome="dead",code="PROCESS_LOST"} 1',
    'assay_tasks_total{queue="db-sampler",outcome="done"} 1',
    'assay_tasks_total{queue="db-sampler",outcome="lost"} 1',
    'assay_tasks_total{queue="db-sampler",outcome="retried"} 1',
  ]);
});
