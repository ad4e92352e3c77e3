import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId, type Id } from '@assay/contracts';
import type { StepRow } from '@assay/persistence';
import { renderMetrics, startTelemetry, type RunningTelemetry } from '@assay/runtime/telemetry';
import { TaskLedger } from './task-ledger.js';

type Parts = ConstructorParameters<typeof TaskLedger>;

let telemetry: RunningTelemetry;
beforeAll(async () => {
  const nothing = { traces: false, metrics: false, logs: false, spanDelayMs: 1000, metricIntervalMs: 1000 };
  telemetry = await startTelemetry({ serviceName: 'spec', ...nothing }, () => undefined);
});
afterAll(() => telemetry.stop());

it('counts the paid answers of a task that its run has dropped, and no end', async () => {
  const locked: { task: Id; late: boolean }[] = [];
  const database = { pipeline: async () => ({ lockTasks: locked, countStages: [], endTasks: [] }) };
  const process = { onForgotten: () => undefined };
  const ledger = new TaskLedger(
    database as unknown as Parts[0],
    process as unknown as Parts[1],
    {} as never,
    {} as never,
  );
  const call = { id: newId(), ordinal: 1, kind: 'model', requestHash: '', request: {}, answer: {}, raw: null } as const;
  const steps: StepRow[] = [{ ...call, status: 'answered', agent: 'generator', model: 'm', costUsd: 0.5 }];
  const item = { claim: newId(), run: null, stage: newId(), steps, finish: { status: 'DONE', result: {} } } as const;
  const [late, lost] = [newId(), newId()];
  locked.push({ task: late, late: true });
  expect(await ledger.finish({ ...item, task: late })).toMatchObject({ accepted: false, late: true });
  expect(await ledger.finish({ ...item, task: lost })).toMatchObject({ accepted: false, late: false });
  const lines = (await renderMetrics()).split('\n');
  expect(lines.filter((line) => line.startsWith('assay_model_cost'))).toEqual([
    'assay_model_cost_usd_total{agent="generator",model="m"} 0.5',
  ]);
  expect(lines.filter((line) => line.startsWith('assay_tasks_total'))).toEqual([]);
});
