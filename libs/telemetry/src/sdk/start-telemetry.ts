import type { RunningTelemetry, TelemetryOptions } from './telemetry-options.js';

/** Starts what is asked for. The SDK is loaded here and nowhere else. */
export async function startTelemetry(
  options: TelemetryOptions,
  onFault: (message: string) => void,
): Promise<RunningTelemetry> {
  const { startSdk } = await import('./sdk.js');
  return startSdk(options, onFault);
}
