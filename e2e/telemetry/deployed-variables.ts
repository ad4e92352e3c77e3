import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const FILE = new URL('../../docker-compose.yml', import.meta.url);

interface ComposeFile {
  services: Record<string, { environment: Record<string, string | null> }>;
}

/**
 * The telemetry variables of a service that docker-compose.yml starts.
 * @param set by the operator
 * @param collector takes the place of Jaeger
 */
export function deployedVariables(set: Record<string, string>, collector: string): Record<string, string> {
  const { services } = parse(readFileSync(FILE, 'utf8'), { merge: true }) as ComposeFile;
  const passed = Object.entries(services['api']?.environment ?? {}).filter(([name]) => name.startsWith('OTEL_'));
  const values = passed.map(
    ([name, value]) => [name, set[name] ?? /^\$\{\w+:-(.*)\}$/.exec(value ?? '')?.[1]] as const,
  );
  const found = values.filter((entry): entry is readonly [string, string] => entry[1] !== undefined);
  return Object.fromEntries(found.map(([name, value]) => [name, value.replace('http://jaeger:4318', collector)]));
}
