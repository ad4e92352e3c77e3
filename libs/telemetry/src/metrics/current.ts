import { createNoopMeter, type Meter } from '@opentelemetry/api';
import { Instruments } from './instruments.js';

let current = new Instruments(createNoopMeter());
let render: (() => Promise<string>) | null = null;

/** The instruments of this process; they count nothing until a meter is in use. */
export function instruments(): Instruments {
  return current;
}

/** From now on `meter` counts, and `prometheus` says what it counted. */
export function useMeter(meter: Meter, prometheus: () => Promise<string>): Instruments {
  current = new Instruments(meter);
  render = prometheus;
  return current;
}

/** All that was counted, in Prometheus' text format. */
export async function renderMetrics(): Promise<string> {
  return render === null ? '' : render();
}

/** The type of that text. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
