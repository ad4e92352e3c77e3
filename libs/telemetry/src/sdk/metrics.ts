import type { Meter } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MetricReader, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { useMeter } from '../metrics/current.js';
import { observeProcess } from '../metrics/observe-process.js';
import type { TelemetryOptions } from './telemetry-options.js';

/** Read when somebody asks for `/metrics`. */
export class PulledMetrics extends MetricReader {
  private readonly serializer = new PrometheusSerializer(undefined, false, undefined, true, true);

  /** Counts with `meter` from now on. */
  start(meter: Meter): void {
    observeProcess(useMeter(meter, async () => this.serializer.serialize((await this.collect()).resourceMetrics)));
  }

  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

/** `pulled` and, where metrics are exported, one that sends them over OTLP. */
export function metricReaders(options: TelemetryOptions, pulled: PulledMetrics): MetricReader[] {
  if (!options.metrics) return [pulled];
  const exporter = new OTLPMetricExporter();
  return [pulled, new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: options.metricIntervalMs })];
}
