import type { Id } from '@assay/contracts';
import { ROOT_CONTEXT, TraceFlags, trace, type Context, type SpanContext } from '@opentelemetry/api';

/** A trace identified by its row, the same in every process. */
export interface RunIdentity {
  id: Id;
  /** W3C traceparent of the request; null if untraced. */
  traceContext: string | null;
}

const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})/;

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

/** Active span, else the caller's valid traceparent. */
export function traceContextOf(given: string | null | undefined): string | null {
  const asked = spanContextOf(given);
  return activeTraceparent() ?? (asked === null ? null : traceparentOf(asked));
}

export function childrenOf(parent: SpanContext | null): Context {
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

/** A UUID has a trace id's length. */
function traceIdOf(id: Id): string {
  return id.replaceAll('-', '');
}

/** Random half of a UUIDv7, non-zero by the variant bits. */
function spanIdOf(id: Id): string {
  return traceIdOf(id).slice(16);
}
