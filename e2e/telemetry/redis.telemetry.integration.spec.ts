import { expect, it } from '@jest/globals';
import { SERVICES } from '@assay/contracts';
import { describeWith, eventually } from '@assay/testing';
import { randomBytes } from 'node:crypto';
import type { Fleet } from '../faults/fleet.js';
import { SCENES } from '../faults/scenes.js';
import type { ReceivedLog } from './otlp-receiver.js';
import { readSamples, sumOf, type Sample } from './prometheus.js';
import { stageOf } from './stage-of.js';
import { askHeld, expectDraining } from './stopping.js';
import { waitForCondition, type RecordView } from './telemetry-stage.js';
import { describeTraces } from './traces.js';

/** Traces and metrics of separate services. */
describeWith('redis-server', 'telemetry of services apart, queues on redis', () => {
  const on = stageOf('redis', {
    OTEL_LOGS_EXPORTER: 'otlp',
    OTEL_METRICS_EXPORTER: 'otlp',
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  describeTraces(on, SCENES);

  it('continues the trace of an HTTP caller', async () => {
    const stage = on();
    const asker = { traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') };
    stage.outside.push(asker.spanId);
    const id = await stage.ask('Traced from outside', SCENES[1], {
      traceparent: `00-${asker.traceId}-${asker.spanId}-01`,
    });
    await stage.ended([id]);
    const spans = await stage.checkTrace(id);
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([asker.traceId]));
  });

  it('stays one trace, without a span that lost its parent, through kills, lost jobs and retries', async () => {
    const stage = on();
    const { fleet } = stage;
    const working = fleet.ledger.next(({ agent }) => agent === 'evaluator');
    const ids = await Promise.all(SCENES.map((scene) => stage.ask(`Killed under ${scene.name}`, scene)));
    await working;
    for (const service of ['evaluator', 'generator', 'db-sampler', 'coordinator'] as const) {
      await fleet.process(service).kill();
      await (await fleet.start(service)).ready();
    }
    await fleet.loseJobs();
    await stage.ended(ids);
    for (const id of ids) await stage.checkTrace(id);
  });

  it('logs a failure with the ids of its trace, question and task, over OTLP too', async () => {
    const stage = on();
    const { fleet, receiver } = stage;
    const body = stage.bodyOf('Logged');
    fleet.cast.play(body.question, {
      any: ({ agent, turn }) =>
        agent === 'evaluator' && turn === 0 ? { status: 503, body: { error: { message: 'busy' } } } : undefined,
    });
    const { id } = await fleet.api.expect<{ id: string }>(202, 'POST', '/v1/questions', body);
    await stage.ended([id]);
    const [span] = await stage.checkTrace(id);
    const ofQuestion = (): ReceivedLog[] =>
      receiver.logs.filter(({ attributes }) => attributes['assay.question'] === id);
    await eventually(() => ofQuestion().length > 0);
    expect(ofQuestion()[0]).toMatchObject({
      service: 'assay-evaluator',
      severity: 'WARN',
      body: 'a task failed',
      traceId: span?.traceId,
      attributes: { 'assay.task': expect.any(String), 'exception.type': expect.stringMatching(/^MODEL_/) },
    });
  });

  it('counts what the record counts', async () => {
    const stage = on();
    const { fleet } = stage;
    // counters end with processes
    const before = await samplesOf(fleet);
    const ids = await Promise.all(SCENES.map((scene) => stage.ask(`Counted ${scene.name}`, scene)));
    await stage.ended(ids);
    const records = await Promise.all(ids.map((id) => stage.recordOf(id)));
    const total = (pick: (record: RecordView) => number): number =>
      records.reduce((sum, record) => sum + pick(record), 0);
    // counted a moment after the commit
    await waitForCondition(async () => {
      const after = await samplesOf(fleet);
      const grown = (name: string, labels: Record<string, string> = {}): number =>
        sumOf(after, name, labels) - sumOf(before, name, labels);

      expect(grown('assay_model_calls_total', { status: 'answered' })).toBe(total(({ usage }) => usage.modelCalls));
      expect(grown('assay_model_tokens_total', { direction: 'input' })).toBe(total(({ usage }) => usage.inputTokens));
      expect(grown('assay_model_tokens_total', { direction: 'output' })).toBe(total(({ usage }) => usage.outputTokens));
      expect(grown('assay_model_cost_usd_total')).toBeCloseTo(
        total(({ usage }) => usage.costUsd),
        8,
      );
      for (const agent of new Set(records.flatMap(({ calls }) => calls.map((call) => call.agent)))) {
        expect([agent, grown('assay_model_calls_total', { agent, status: 'answered' })]).toEqual([
          agent,
          total(({ calls }) => calls.filter((call) => call.agent === agent && call.status === 'answered').length),
        ]);
      }
      for (const { status, level, case: decided } of records) {
        const same = records.filter((one) => one.status === status && one.level === level && one.case === decided);
        const labels = { product: 'question', status, level, case: decided ?? '' };
        expect([labels, grown('assay_runs_finished_total', labels)]).toEqual([labels, same.length]);
      }
      expect(grown('assay_run_duration_seconds_count')).toBe(ids.length);
      expect(grown('assay_candidates_total')).toBe(
        total(({ attempts }) => attempts.reduce((sum, { candidates }) => sum + candidates.length, 0)),
      );
      expect(grown('assay_verdicts_total')).toBe(
        total(({ events }) => events.filter(({ type }) => type === 'verdict-given').length),
      );
      expect(grown('assay_stage_duration_seconds_count')).toBe(
        total(({ events }) => events.filter(({ type }) => type === 'stage-finished').length),
      );
      expect(grown('assay_http_requests_total', { method: 'POST', route: '/v1/questions', status: '202' })).toBe(
        ids.length,
      );
      expect(grown('assay_tasks_total', { outcome: 'done' })).toBe(await doneTasks(fleet, ids));
    });
  });

  it('lets a stopping worker finish its tasks, while it is alive but not ready', async () => {
    const stage = on();
    const { fleet } = stage;
    const evaluator = fleet.process('evaluator');
    const askedAt = performance.now();
    const { id, answer } = await askHeld(fleet, stage.bodyOf('Stopped'));
    evaluator.signal('SIGTERM');
    await expectDraining(evaluator);
    answer();
    expect(await evaluator.exited()).toBe(0);
    await (await fleet.start('evaluator')).ready();
    await stage.ended([id]);
    expect(fleet.ledger.paidTwice(id, fleet.starvation.since(askedAt))).toEqual([]);
    expect(await stage.recordOf(id)).toMatchObject({ status: 'GOLD' });
  });

  it('ends a worker at once at the second signal; another runs its tasks', async () => {
    const stage = on();
    const { fleet } = stage;
    const evaluator = fleet.process('evaluator');
    const { id, answer } = await askHeld(fleet, stage.bodyOf('Stopped twice'));
    evaluator.signal('SIGTERM');
    await expectDraining(evaluator);
    // a graceful end exits with 0
    expect(await evaluator.signalUntilEnd('SIGTERM')).toBe(143);
    answer();
    await fleet.start('evaluator');
    await stage.ended([id]);
    expect(await stage.recordOf(id)).toMatchObject({ status: 'GOLD' });
    await stage.checkTrace(id);
  });

  it('sends its metrics over OTLP too', () => {
    const { receiver } = on();
    expect([...(receiver.metrics.get('assay-evaluator') ?? [])]).toContain('assay_model_calls');
    expect([...(receiver.metrics.get('assay-api') ?? [])]).toContain('assay_queue_jobs');
  });
});

/** What all services have counted. */
async function samplesOf(fleet: Fleet): Promise<Sample[]> {
  const texts = await Promise.all(
    SERVICES.map(async ({ name }) => (await fetch(`${fleet.process(name).url}/metrics`)).text()),
  );
  return texts.flatMap(readSamples);
}

async function doneTasks(fleet: Fleet, runs: readonly string[]): Promise<number> {
  const [row] = await fleet.rows.query<{ tasks: number }>(
    "select count(*)::integer as tasks from assay.tasks where run_id = any ($1) and status = 'DONE'",
    [runs],
  );
  return row?.tasks ?? 0;
}
