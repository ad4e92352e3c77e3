import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { TelemetryOptions } from './telemetry-options.js';

/** The sampler that `OTEL_TRACES_SAMPLER` names. */
export function samplerOf({ kind, ratio }: TelemetryOptions['sampler']): Sampler {
  const parentBased = kind.startsWith('parentbased_');
  const root = rootSampler(kind.replace('parentbased_', ''), ratio);
  return parentBased ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(kind: string, ratio: number): Sampler {
  if (kind === 'always_off') return new AlwaysOffSampler();
  return kind === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}
