import type { TelemetryOptions } from '@assay/telemetry';
import type { ParsedEnvironment } from './variables.js';

/** Ours rather than the specification's 5 s: who looks at a question that runs wants to see it. */
const SPAN_DELAY_MS = 1000;
const METRIC_INTERVAL_MS = 60_000;

/**
 * What is exported. Traces are, wherever an endpoint is named; metrics and logs only where they are asked for, since
 * many a receiver of traces takes nothing else.
 */
export function telemetryOptions(values: ParsedEnvironment, service: string): TelemetryOptions {
  const enabled = values.OTEL_SDK_DISABLED !== 'true';
  const everywhere = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  const leads = (endpoint: string | undefined): boolean => enabled && (endpoint ?? everywhere) !== undefined;
  return {
    serviceName: values.OTEL_SERVICE_NAME ?? `assay-${service}`,
    traces: leads(values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) && values.OTEL_TRACES_EXPORTER !== 'none',
    metrics: leads(values.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT) && values.OTEL_METRICS_EXPORTER === 'otlp',
    logs: leads(values.OTEL_EXPORTER_OTLP_LOGS_ENDPOINT) && values.OTEL_LOGS_EXPORTER === 'otlp',
    spanDelayMs: values.OTEL_BSP_SCHEDULE_DELAY ?? SPAN_DELAY_MS,
    metricIntervalMs: values.OTEL_METRIC_EXPORT_INTERVAL ?? METRIC_INTERVAL_MS,
  };
}
