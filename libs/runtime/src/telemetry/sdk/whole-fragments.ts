import type { Context } from '@opentelemetry/api';
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace';

interface Fragment {
  root: string;
  ended: ReadableSpan[];
  released: boolean;
}

/** Exports spans only after their local root, so a killed process leaves no orphans. */
export class WholeFragments implements SpanProcessor {
  private readonly open = new Map<string, Fragment>();

  constructor(private readonly next: SpanProcessor) {}

  onStart(span: Span, parentContext: Context): void {
    const { spanId } = span.spanContext();
    const parent = span.parentSpanContext;
    const around = parent === undefined || parent.isRemote === true ? undefined : this.open.get(parent.spanId);
    this.open.set(spanId, around ?? { root: spanId, ended: [], released: false });
    this.next.onStart(span, parentContext);
  }

  onEnd(span: ReadableSpan): void {
    const { spanId } = span.spanContext();
    const fragment = this.open.get(spanId);
    this.open.delete(spanId);
    if (fragment === undefined || fragment.released) return this.next.onEnd(span);
    fragment.ended.push(span);
    if (fragment.root !== spanId) return;
    fragment.released = true;
    for (const ended of fragment.ended.splice(0)) this.next.onEnd(ended);
  }

  forceFlush(): Promise<void> {
    return this.next.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.next.shutdown();
  }
}
