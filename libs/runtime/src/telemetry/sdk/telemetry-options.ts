/** The SDK reads the rest itself. */
export interface TelemetryOptions {
  serviceName: string;
  /** Exported over OTLP/HTTP; `/metrics` is independent of this. */
  traces: boolean;
  metrics: boolean;
  logs: boolean;
  spanDelayMs: number;
  metricIntervalMs: number;
}

/** Values of `OTEL_TRACES_SAMPLER`. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export interface RunningTelemetry {
  /** Sends what is left; gives up after a few seconds. */
  stop(): Promise<void>;
}
