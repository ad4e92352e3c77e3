import { DiagLogLevel, diag } from '@opentelemetry/api';

/** Reports the SDK's warnings and errors. Replaces the logger that OTEL_LOG_LEVEL installs. */
export function reportFaults(onFault: (message: string) => void): void {
  const silent = (): void => undefined;
  diag.setLogger(
    { error: onFault, warn: onFault, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
