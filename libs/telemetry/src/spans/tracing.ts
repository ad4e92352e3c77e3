import {
  SpanStatusCode,
  context,
  trace,
  type Attributes,
  type Context,
  type Span,
  type SpanKind,
} from '@opentelemetry/api';
import { AssayError } from '@assay/contracts';

/** A span about to be started. */
export interface SpanStart {
  name: string;
  kind?: SpanKind;
  attributes?: Attributes;
  /** In which it is a child; default: what is active. */
  parent?: Context;
}

const SCOPE = '@assay';

let tracing = false;
let flush: () => void = () => undefined;

/** Set by the SDK when spans begin or cease to be exported. */
export function setTracing(flushNow: (() => void) | null): void {
  tracing = flushNow !== null;
  flush = flushNow ?? (() => undefined);
}

/** Whether spans are exported: otherwise attributes need not be built. */
export function isTracing(): boolean {
  return tracing;
}

/** Sends what has ended without waiting for more: for spans that those of other processes hang on. */
export function sendSpansSoon(): void {
  flush();
}

/** Runs `work` in a span that is active meanwhile and says how it failed; without an SDK, just runs it. */
export async function inSpan<Result>(start: SpanStart, work: (span: Span | null) => Promise<Result>): Promise<Result> {
  if (!tracing) return work(null);
  const span = startSpan(start);
  return context.with(trace.setSpan(context.active(), span), async () => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Starts a span that the caller ends. */
export function startSpan({ name, kind, attributes, parent }: SpanStart, startTime?: Date | number): Span {
  return trace.getTracer(SCOPE).startSpan(name, { kind, attributes, startTime }, parent ?? context.active());
}

/** Marks a span as failed: by the error's code, never by its text, which may hold what no trace should. */
export function failSpan(span: Span, error: unknown): void {
  const type = error instanceof AssayError ? error.code : error instanceof Error ? error.name : '_OTHER';
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR, message: type });
}
