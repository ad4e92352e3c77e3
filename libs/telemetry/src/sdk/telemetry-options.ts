/** What a process exports, and how; sampler, endpoints, headers and time-outs are read by the SDK itself. */
export interface TelemetryOptions {
  /** `service.name` of everything that is exported. */
  serviceName: string;
  /** Each over OTLP/HTTP; metrics can be read from `/metrics` either way. */
  traces: boolean;
  metrics: boolean;
  logs: boolean;
  /** Spans that have ended are sent this often, milliseconds. */
  spanDelayMs: number;
  /** Metrics are sent this often, milliseconds. */
  metricIntervalMs: number;
}

/** Samplers by the names of `OTEL_TRACES_SAMPLER`. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Telemetry under way. */
export interface RunningTelemetry {
  /** Sends what is left; gives up after a few seconds where no collector takes it. */
  stop(): Promise<void>;
}
