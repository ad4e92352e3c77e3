import type { Id } from '@assay/contracts';
import { ROOT_CONTEXT, TraceFlags, trace, type Context, type SpanContext } from '@opentelemetry/api';

/**
 * What names a run's trace in every process: nothing has to travel but what the rows hold anyway, so that a sweep, a
 * retry or a restarted process goes on with the same trace.
 */
export interface RunIdentity {
  id: Id;
  /** W3C traceparent of the request that asked; null where it was not traced. */
  traceContext: string | null;
}

const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})/;

/** The span that a W3C traceparent names, as one of another process; null for anything else. */
export function spanContextOf(traceparent: string | null | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags ?? '0', 16) & TraceFlags.SAMPLED, isRemote: true };
}

/** A span as a W3C traceparent. */
export function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** The span that is active here as a traceparent; null where nothing is traced. */
export function activeTraceparent(): string | null {
  const active = trace.getActiveSpan()?.spanContext();
  return active === undefined ? null : traceparentOf(active);
}

/** The span of a run, over the whole of it: its id is that of the run, its trace that of the request or, again, the run's. */
export function runSpanContext({ id, traceContext }: RunIdentity): SpanContext {
  const asked = spanContextOf(traceContext);
  return {
    traceId: asked?.traceId ?? traceIdOf(id),
    spanId: spanIdOf(id),
    traceFlags: asked?.traceFlags ?? TraceFlags.SAMPLED,
    isRemote: true,
  };
}

/** The span of a stage, from its start to its end. */
export function stageSpanContext(run: RunIdentity, stage: Id): SpanContext {
  return { ...runSpanContext(run), spanId: spanIdOf(stage) };
}

/** What is kept as a run's trace: the span that is active here, else the caller's traceparent, if it is one. */
export function traceContextOf(given: string | null | undefined): string | null {
  const asked = spanContextOf(given);
  return activeTraceparent() ?? (asked === null ? null : traceparentOf(asked));
}

/** A context in which new spans are children of this one, whichever process exports it. */
export function childrenOf(parent: SpanContext | null): Context {
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

/** The trace of a run without a trace before: a UUID is as long as a trace id. */
function traceIdOf(id: Id): string {
  return id.replaceAll('-', '');
}

/** The random half of a UUIDv7; the variant's bits keep it from being zero. */
function spanIdOf(id: Id): string {
  return traceIdOf(id).slice(16);
}
