import { newId } from '@assay/contracts';
import { ROOT_CONTEXT, trace, type Context, type Span } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { idGenerator } from '../spans/chosen-ids.js';
import { childrenOf, runSpanContext, spanContextOf, stageSpanContext } from '../spans/run-identity.js';
import { emitRunSpans } from '../spans/run-spans.js';
import { WholeFragments } from './whole-fragments.js';

describe('what a process exports', () => {
  let exporter: InMemorySpanExporter;
  let provider: TracerProvider;

  beforeEach(() => {
    exporter = new InMemorySpanExporter();
    provider = new TracerProvider({
      idGenerator,
      spanProcessors: [new WholeFragments(new SimpleSpanProcessor({ exporter }))],
    });
    trace.setGlobalTracerProvider(provider);
  });
  afterEach(async () => {
    trace.disable();
    await provider.shutdown();
  });

  const start = (name: string, parent: Context = ROOT_CONTEXT): Span =>
    provider.getTracer('spec').startSpan(name, {}, parent);
  const under = (span: Span): Context => trace.setSpan(ROOT_CONTEXT, span);
  const exported = async (): Promise<string[]> => {
    await provider.forceFlush();
    return exporter.getFinishedSpans().map(({ name }) => name);
  };

  it('is nothing of a piece of work until all of it has ended', async () => {
    const task = start('task');
    const call = start('call', under(task));
    start('part of the call', under(call)).end();
    call.end();
    expect(await exported()).toEqual([]);
    task.end();
    expect((await exported()).sort()).toEqual(['call', 'part of the call', 'task']);
  });

  it('starts over below a span of another process', async () => {
    const elsewhere = childrenOf(spanContextOf('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'));
    start('one', elsewhere).end();
    start('still going', elsewhere);
    expect(await exported()).toEqual(['one']);
  });

  it('holds what ends after the work it belonged to', async () => {
    const task = start('task');
    const late = start('late', under(task));
    task.end();
    late.end();
    expect((await exported()).sort()).toEqual(['late', 'task']);
  });

  it.each(['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', null])(
    'are the spans of an ended run under the ids that its tasks have named (asked by %s)',
    async (traceContext) => {
      const run = { id: newId(), traceContext };
      const [startedAt, endedAt] = [new Date(1000), new Date(5000)];
      const stage = { id: newId(), kind: 'evaluate', startedAt: new Date(2000), endedAt: null };
      emitRunSpans({ ...run, product: 'question', status: 'GOLD', startedAt, endedAt, stages: [stage] });
      await provider.forceFlush();
      const spans = exporter.getFinishedSpans();
      expect(spans.map((span) => [span.name, span.spanContext().spanId, span.spanContext().traceId])).toEqual([
        ['evaluate', stageSpanContext(run, stage.id).spanId, runSpanContext(run).traceId],
        ['question', runSpanContext(run).spanId, runSpanContext(run).traceId],
      ]);
      expect(spans.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual([
        runSpanContext(run).spanId,
        traceContext === null ? undefined : 'b7ad6b7169203331',
      ]);
      expect(spans.map(({ startTime, endTime }) => [startTime[0], endTime[0]])).toEqual([
        [2, 5],
        [1, 5],
      ]);
      expect(start('next').spanContext().spanId).not.toBe(runSpanContext(run).spanId);
    },
  );
});
