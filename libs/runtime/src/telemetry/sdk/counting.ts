import { metrics } from '@opentelemetry/api';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { PulledMetrics } from './pulled-metrics.js';
import { reportFaults } from './report-faults.js';
import type { RunningTelemetry } from './telemetry-options.js';

/**
 * For `/metrics`, without exports.
 * @param onFault called if collecting failed
 */
export function startCounting(onFault: (message: string) => void): RunningTelemetry {
  reportFaults(onFault);
  const pulled = new PulledMetrics();
  const provider = new MeterProvider({ readers: [pulled] });
  metrics.setGlobalMeterProvider(provider);
  pulled.start(metrics.getMeter('@assay'));
  return {
    stop: async () => {
      await provider.shutdown();
      metrics.disable();
    },
  };
}
