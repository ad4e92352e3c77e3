import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace';
import { setTracing } from '../spans/tracing.js';
import { WholeFragments } from './whole-fragments.js';

/** Sends spans in batches over OTLP, and at once where `sendSpansSoon` asks for that. */
export class SpanExport {
  readonly processor: SpanProcessor;
  private readonly batches: BatchSpanProcessor;
  private flushing = false;
  private flushAgain = false;

  /** @param delayMs spans that have ended are sent this often */
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

  /** Asked while it runs, it runs once more afterwards, for all who asked. */
  private flush(): void {
    if (this.flushing) this.flushAgain = true;
    else void this.flushOneAtATime();
  }

  private async flushOneAtATime(): Promise<void> {
    this.flushing = true;
    do {
      this.flushAgain = false;
      // the exporter reports its own faults
      await this.batches.forceFlush().catch(() => undefined);
    } while (this.flushAgain);
    this.flushing = false;
  }
}
