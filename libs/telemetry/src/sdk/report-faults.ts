import { DiagLogLevel, diag } from '@opentelemetry/api';

/** Passes on what the SDK complains of. An SDK sets a logger of its own where OTEL_LOG_LEVEL asks for one; ours replaces it. */
export function reportFaults(onFault: (message: string) => void): void {
  const silent = (): void => undefined;
  diag.setLogger(
    { error: onFault, warn: onFault, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
