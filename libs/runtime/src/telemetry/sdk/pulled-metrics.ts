import type { Meter } from '@opentelemetry/api';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MetricReader } from '@opentelemetry/sdk-metrics';
import { useMeter } from '../metrics/current.js';
import { observeProcess } from '../metrics/observe-process.js';

/** Collects on each request of `/metrics`. */
export class PulledMetrics extends MetricReader {
  private readonly serializer = new PrometheusSerializer(undefined, false, undefined, true, true);

  start(meter: Meter): void {
    observeProcess(useMeter(meter, async () => this.serializer.serialize((await this.collect()).resourceMetrics)));
  }

  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}
