import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace';
import { setTracing } from '../spans/tracing.js';
import { WholeFragments } from './whole-fragments.js';

/** OTLP in batches, or at once after `sendSpansSoon`. */
export class SpanExport {
  readonly processor: SpanProcessor;
  private readonly batches: BatchSpanProcessor;
  private flushing = false;
  private flushAgain = false;

  constructor(delayMs: number) {
    this.batches = new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: delayMs });
    this.processor = new WholeFragments(this.batches);
  }

  start(): void {
    setTracing(() => this.flush());
  }

  stop(): void {
    setTracing(null);
  }

  private flush(): void {
    if (this.flushing) this.flushAgain = true;
    else void this.flushOneAtATime();
  }

  private async flushOneAtATime(): Promise<void> {
    this.flushing = true;
    do {
      this.flushAgain = false;
      // The exporter reports its own errors.
      await this.batches.forceFlush().catch(() => undefined);
    } while (this.flushAgain);
    this.flushing = false;
  }
}
