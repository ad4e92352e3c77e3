import { DiagLogLevel, diag } from '@opentelemetry/api';

/** Replaces OTEL_LOG_LEVEL's logger. */
export function reportFaults(onFault: (message: string) => void): void {
  const silent = (): void => undefined;
  diag.setLogger(
    { error: onFault, warn: onFault, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
