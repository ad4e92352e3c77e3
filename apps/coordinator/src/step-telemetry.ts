import { context, trace, type Attributes } from '@opentelemetry/api';
import type { Advance, RunRow, StageTimes } from '@assay/persistence';
import {
  childrenOf,
  countEvents,
  failSpan,
  instruments,
  isTracing,
  runSpanContext,
  startSpan,
  type EndedRun,
} from '@assay/runtime/telemetry';

export function isOver(written: readonly Advance[]): boolean {
  return written.some((advance) => advance.finish !== null);
}

export function countStep({ product, createdAt, now }: RunRow, written: readonly Advance[]): void {
  for (const { events, finish } of written) {
    countEvents(product, events, finish?.error?.code);
    if (finish === null) continue;
    const seconds = (now.getTime() - createdAt.getTime()) / 1000;
    instruments().runDuration.record(seconds, { product, status: finish.status });
  }
}

/** An empty step has no span. */
export async function inStepSpan(
  run: RunRow,
  written: readonly Advance[],
  startedAt: Date,
  publish: () => Promise<void>,
): Promise<void> {
  const attributes = isTracing() ? attributesOf(run, written) : null;
  if (attributes === null) return publish();
  const span = startSpan({ name: 'advance', attributes, parent: childrenOf(runSpanContext(run)) }, startedAt);
  try {
    await context.with(trace.setSpan(context.active(), span), publish);
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

export function endedRun(run: RunRow, written: readonly Advance[], stages: readonly StageTimes[]): EndedRun {
  const finish = written.findLast((advance) => advance.finish !== null)?.finish ?? null;
  return {
    id: run.id,
    traceContext: run.traceContext,
    product: run.product,
    status: finish?.status ?? run.status,
    startedAt: run.createdAt,
    endedAt: new Date(Math.max(Date.now(), ...stages.map(({ endedAt }) => endedAt?.getTime() ?? 0))),
    attributes: { 'assay.workspace': run.workspace ?? undefined, 'error.type': finish?.error?.code },
    stages: stages.map(({ attempt, round, level, tasks, ...stage }) => ({
      ...stage,
      attributes: {
        'assay.attempt': attempt,
        'assay.round': round,
        'assay.level': level ?? undefined,
        'assay.tasks': tasks,
      },
    })),
  };
}

function attributesOf(run: RunRow, written: readonly Advance[]): Attributes | null {
  const started = written.flatMap(({ stages }) => stages.map(({ kind }) => kind));
  const closed = written.reduce((sum, { close }) => sum + close.length, 0);
  const status = written.findLast((advance) => advance.finish !== null)?.finish?.status;
  if (started.length === 0 && closed === 0 && status === undefined) return null;
  return {
    'assay.run': run.id,
    'assay.stages.started': started,
    'assay.stages.closed': closed,
    'assay.tasks.started': written.reduce((sum, { tasks }) => sum + tasks.length, 0),
    'assay.status': status,
  };
}
