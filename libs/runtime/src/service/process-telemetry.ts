import { startTelemetry, type RunningTelemetry } from '../telemetry/index.js';
import { ConfigError } from '../config/config-error.js';
import { parseEnvironment } from '../config/parse-environment.js';
import { telemetryOptions } from '../config/telemetry-options.js';

/**
 * Reads only `OTEL_…`.
 * @throws ConfigError naming every wrong variable
 */
export async function startProcessTelemetry(
  service: string,
  environment: NodeJS.ProcessEnv,
  onFault: (message: string) => void,
): Promise<RunningTelemetry> {
  const own = Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith('OTEL_')));
  const { values, problems } = parseEnvironment(own);
  if (problems.length > 0) throw new ConfigError(problems);
  return startTelemetry(telemetryOptions(values, service), onFault);
}
