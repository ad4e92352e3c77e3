import type { TelemetryOptions } from '../telemetry/index.js';
import type { ParsedEnvironment } from './variables.js';

/** Below the specification's 5 s: current traces. */
const SPAN_DELAY_MS = 1000;
const METRIC_INTERVAL_MS = 60_000;

/** An endpoint enables traces; metrics and logs are opt-in. */
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
