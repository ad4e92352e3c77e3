import { expect } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { startFleet, type Backend, type Fleet } from '../faults/fleet.js';
import { SCENES } from '../faults/scenes.js';
import { deployedVariables } from './deployed-variables.js';
import { OtlpReceiver, type ReceivedSpan } from './otlp-receiver.js';

/** Below the test's limit. */
const ENDS_WITHIN_MS = 90_000;
/** After the end. */
const ARRIVES_WITHIN_MS = 30_000;

/** For traces and metrics. */
export interface RecordView {
  id: string;
  status: string;
  level: string;
  case: string | null;
  usage: { modelCalls: number; inputTokens: number; outputTokens: number; costUsd: number };
  attempts: { candidates: unknown[]; verdicts: unknown[] }[];
  calls: { agent: string; status: string }[];
  events: { type: string; stage?: string }[];
}

/** Services with an OTLP receiver. */
export class TelemetryStage {
  /** Spans of askers. */
  readonly outside: string[] = [];

  private constructor(
    readonly fleet: Fleet,
    readonly receiver: OtlpReceiver,
    private readonly workspace: string,
  ) {}

  /** @param set telemetry variables that the operator sets */
  static async open(backend: Backend, set: Record<string, string>): Promise<TelemetryStage> {
    const receiver = await OtlpReceiver.start();
    const fleet = await startFleet({ backend, variables: deployedVariables(set, receiver.url) });
    if (fleet === null) throw new Error(`${backend} is not installed`);
    const database = { dialect: 'postgres', url: fleet.targetUrl };
    const body = { name: `telemetry-${backend}`, database };
    const { id } = await fleet.api.expect<{ id: string }>(201, 'POST', '/v1/workspaces', body);
    return new TelemetryStage(fleet, receiver, id);
  }

  bodyOf(name: string, scene = SCENES[0]): { question: string } {
    const question = `${name}: how many customers are there?`;
    this.fleet.cast.play(question, scene?.script ?? {});
    const small = { sqlCandidates: 3, testBatches: 2, seed: 7 };
    const settings = { ...small, stragglers: null, ...scene?.settings };
    return { workspace: this.workspace, question, settings } as { question: string };
  }

  async ask(name: string, scene = SCENES[0], headers: Record<string, string> = {}): Promise<string> {
    const { body, status } = await this.fleet.api.post<{ id: string }>(
      '/v1/questions',
      this.bodyOf(name, scene),
      headers,
    );
    expect(status).toBe(202);
    return body.id;
  }

  async ended(ids: readonly string[]): Promise<void> {
    for (
      const until = Date.now() + ENDS_WITHIN_MS;
      (await this.fleet.rows.finished(ids)).size < ids.length;
      await delay(50)
    ) {
      if (Date.now() > until) throw new Error(`still open: ${await this.fleet.rows.standing(ids)}`);
    }
  }

  /** Complete, with parents. */
  async traceOf(run: string): Promise<ReceivedSpan[]> {
    for (const until = Date.now() + ARRIVES_WITHIN_MS; Date.now() < until; await delay(100)) {
      const [traceId, ...others] = this.receiver.tracesOf(run);
      if (traceId === undefined || others.length > 0) continue;
      const spans = this.receiver.trace(traceId);
      const whole = spans.some(({ name }) => name === 'question') && this.receiver.orphans(this.outside).length === 0;
      if (whole) return spans;
    }
    const missing = this.receiver
      .orphans(this.outside)
      .map(({ service, name, parentSpanId }) => ({ service, name, parentSpanId }));
    throw new Error(
      `traces ${[...this.receiver.tracesOf(run)].join(', ')}; without a parent: ${JSON.stringify(missing)}`,
    );
  }

  recordOf(id: string): Promise<RecordView> {
    return this.fleet.api.expect<RecordView>(200, 'GET', `/v1/questions/${id}/record`);
  }

  /** Retries until everything arrived. */
  async checkTrace(run: string): Promise<ReceivedSpan[]> {
    const record = await this.recordOf(run);
    return waitForCondition(async () => {
      const spans = await this.traceOf(run);
      holdToRecord(spans, record);
      return spans;
    });
  }

  async close(): Promise<void> {
    await this.fleet.close();
    await this.receiver.close();
  }
}

/** Throws the last failure. */
export async function waitForCondition<Value>(hold: () => Promise<Value>): Promise<Value> {
  for (const until = Date.now() + ARRIVES_WITHIN_MS; ; await delay(100)) {
    try {
      return await hold();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}

/** One span per answered call and stage, some per agent. */
function holdToRecord(spans: ReceivedSpan[], record: RecordView): void {
  const [question] = spans.filter(({ name }) => name === 'question');
  const named = (name: string): ReceivedSpan[] => spans.filter((span) => span.name === name);
  const stages = record.events.filter(({ type }) => type === 'stage-finished').map(({ stage }) => String(stage));
  for (const stage of new Set(stages)) expect(named(stage)).toHaveLength(stages.filter((one) => one === stage).length);
  for (const agent of new Set(record.calls.map((call) => call.agent))) expect(named(agent)).not.toEqual([]);
  const answered = spans.filter((span) => span.name.startsWith('chat ') && !span.failed);
  expect(answered.length).toBeGreaterThanOrEqual(record.usage.modelCalls);
  expect(question?.attributes).toMatchObject({ 'assay.status': record.status });
  expect(new Set(spans.map(({ service }) => service)).size).toBeGreaterThanOrEqual(5);
}
