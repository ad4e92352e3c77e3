import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { PeriodicExportingMetricReader, type MetricReader } from '@opentelemetry/sdk-metrics';
import type { PulledMetrics } from './pulled-metrics.js';
import type { TelemetryOptions } from './telemetry-options.js';

export function metricReaders(options: TelemetryOptions, pulled: PulledMetrics): MetricReader[] {
  if (!options.metrics) return [pulled];
  const exporter = new OTLPMetricExporter();
  return [pulled, new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: options.metricIntervalMs })];
}
