import type { RunningTelemetry, TelemetryOptions } from './telemetry-options.js';

/** Loads the complete SDK only if something is exported. */
export async function startTelemetry(
  options: TelemetryOptions,
  onFault: (message: string) => void,
): Promise<RunningTelemetry> {
  if (options.traces || options.metrics || options.logs) {
    const { startSdk } = await import('./sdk.js');
    return startSdk(options, onFault);
  }
  const { startCounting } = await import('./counting.js');
  return startCounting(onFault);
}
