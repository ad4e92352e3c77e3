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

export interface SpanStart {
  name: string;
  kind?: SpanKind;
  attributes?: Attributes;
  /** Default: the active context. */
  parent?: Context;
}

const SCOPE = '@assay';

let tracing = false;
let flush: () => void = () => undefined;

export function setTracing(flushNow: (() => void) | null): void {
  tracing = flushNow !== null;
  flush = flushNow ?? (() => undefined);
}

/** If false, callers can skip building attributes. */
export function isTracing(): boolean {
  return tracing;
}

/** Sends ended spans now, because spans of other processes refer to them. */
export function sendSpansSoon(): void {
  flush();
}

/** The span records a failure. Without tracing, `work` gets null. */
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

/** The caller ends the span. */
export function startSpan({ name, kind, attributes, parent }: SpanStart, startTime?: Date | number): Span {
  return trace.getTracer(SCOPE).startSpan(name, { kind, attributes, startTime }, parent ?? context.active());
}

/** Records the code only: texts may be private. */
export function failSpan(span: Span, error: unknown): void {
  const type = error instanceof AssayError ? error.code : error instanceof Error ? error.name : '_OTHER';
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR, message: type });
}
