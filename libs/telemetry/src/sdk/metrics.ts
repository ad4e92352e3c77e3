import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import type { Resource } from '@opentelemetry/resources';
import { MeterProvider, MetricReader, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { useMeter } from '../metrics/current.js';
import { observeProcess } from '../metrics/observe-process.js';
import type { TelemetryOptions } from './telemetry-options.js';

/** Read when somebody asks. */
class PulledMetrics extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

/** Counts from now on, for `/metrics` and, where it is wanted, for OTLP; the answer ends it. */
export async function startMetrics(options: TelemetryOptions, resource: Resource): Promise<() => Promise<void>> {
  const pulled = new PulledMetrics();
  const readers: MetricReader[] = [pulled];
  if (options.metrics) {
    const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-http');
    const exporter = new OTLPMetricExporter();
    readers.push(new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: options.metricIntervalMs }));
  }
  const provider = new MeterProvider({ resource, readers });
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true);
  const prometheus = async (): Promise<string> => serializer.serialize((await pulled.collect()).resourceMetrics);
  observeProcess(useMeter(provider.getMeter('@assay'), prometheus));
  return () => provider.shutdown();
}
