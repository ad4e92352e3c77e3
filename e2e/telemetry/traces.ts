import { expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { Scene } from '../faults/scenes.js';
import { AskingQueue } from './asking-queue.js';
import { readSamples } from './prometheus.js';
import type { TelemetryStage } from './telemetry-stage.js';

/** What depends on the queue backend. */
export function describeTraces(on: () => TelemetryStage, scenes: readonly Scene[]): void {
  it('is one trace for each question that is asked over HTTP, from its request to its last task', async () => {
    const stage = on();
    const { receiver } = stage;
    const ids = await Promise.all(scenes.map((scene) => stage.ask(`Traced ${scene.name}`, scene)));
    await stage.ended(ids);
    for (const id of ids) {
      const spans = await stage.checkTrace(id);
      const [root, ...others] = spans.filter(({ parentSpanId }) => parentSpanId === null);
      expect([root?.service, root?.name, others]).toEqual(['assay-api', 'POST /v1/questions', []]);
    }
    expect(new Set(ids.flatMap((id) => [...receiver.tracesOf(id)])).size).toBe(ids.length);
  });

  it("continues with the trace of a job on the queue, in its body or as BullMQ's telemetry has it", async () => {
    const stage = on();
    const { fleet } = stage;
    const queue = await AskingQueue.open(fleet);
    try {
      for (const way of ['body', 'telemetry'] as const) {
        const asker = { traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') };
        stage.outside.push(asker.spanId);
        const traceparent = `00-${asker.traceId}-${asker.spanId}-01`;
        const id = await queue.ask(stage.bodyOf(`Traced by ${way}`), { way, traceparent });
        await stage.ended([id]);
        const spans = await stage.checkTrace(id);
        expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([asker.traceId]));
        expect(spans.map(({ name }) => name)).toContain('questions ask');
      }
    } finally {
      await queue.close();
    }
  });

  it('reports depth and age of every queue', async () => {
    const { fleet } = on();
    const samples = readSamples((await fleet.api.get<string>('/metrics')).body);
    const queues = samples
      .filter(({ name }) => name === 'assay_queue_oldest_seconds')
      .map(({ labels }) => labels['queue']);
    expect(queues).toEqual(expect.arrayContaining(['coordinator', 'evaluator', 'questions', 'story-evaluations']));
    for (const state of ['waiting', 'active', 'delayed']) {
      const found = samples.filter(({ name, labels }) => name === 'assay_queue_jobs' && labels['state'] === state);
      expect(new Set(found.map(({ labels }) => labels['queue']))).toEqual(new Set(queues));
    }
  });
}
