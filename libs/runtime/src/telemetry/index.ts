export { exportLine } from './logs/log-sink.js';
export { countEvents } from './metrics/count-events.js';
export { METRICS_TYPE, instruments, renderMetrics } from './metrics/current.js';
export { METRIC_LABELS } from './metrics/instruments.js';
export { observeEach } from './metrics/observe-each.js';
export { startTelemetry } from './sdk/start-telemetry.js';
export { SAMPLERS, type RunningTelemetry, type TelemetryOptions } from './sdk/telemetry-options.js';
export {
  activeTraceparent,
  childrenOf,
  runSpanContext,
  spanContextOf,
  stageSpanContext,
  traceContextOf,
  traceparentOf,
} from './spans/run-identity.js';
export { emitRunSpans, type EndedRun } from './spans/run-spans.js';
export { failSpan, inSpan, isTracing, sendSpansSoon, startSpan } from './spans/tracing.js';
