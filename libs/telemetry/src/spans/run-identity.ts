import type { Id } from '@assay/contracts';
import { ROOT_CONTEXT, TraceFlags, trace, type Context, type SpanContext } from '@opentelemetry/api';

/**
 * Identifies a run's trace in every process from its row, so retries and restarted processes continue the same trace.
 */
export interface RunIdentity {
  id: Id;
  /** W3C traceparent of the request; null if untraced. */
  traceContext: string | null;
}

const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})/;

/** Parses a traceparent as a remote span; null if invalid. */
export function spanContextOf(traceparent: string | null | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags ?? '0', 16) & TraceFlags.SAMPLED, isRemote: true };
}

export function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

export function activeTraceparent(): string | null {
  const active = trace.getActiveSpan()?.spanContext();
  return active === undefined ? null : traceparentOf(active);
}

/** The run's span: id from the run, trace from the request or else the run. */
export function runSpanContext({ id, traceContext }: RunIdentity): SpanContext {
  const asked = spanContextOf(traceContext);
  return {
    traceId: asked?.traceId ?? traceIdOf(id),
    spanId: spanIdOf(id),
    traceFlags: asked?.traceFlags ?? TraceFlags.SAMPLED,
    isRemote: true,
  };
}

export function stageSpanContext(run: RunIdentity, stage: Id): SpanContext {
  return { ...runSpanContext(run), spanId: spanIdOf(stage) };
}

/** A run's trace context: the active span, else the caller's traceparent if valid. */
export function traceContextOf(given: string | null | undefined): string | null {
  const asked = spanContextOf(given);
  return activeTraceparent() ?? (asked === null ? null : traceparentOf(asked));
}

export function childrenOf(parent: SpanContext | null): Context {
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

/** A UUID has the length of a trace id. */
function traceIdOf(id: Id): string {
  return id.replaceAll('-', '');
}

/** The random half of a UUIDv7; the variant bits make it non-zero. */
function spanIdOf(id: Id): string {
  return traceIdOf(id).slice(16);
}
