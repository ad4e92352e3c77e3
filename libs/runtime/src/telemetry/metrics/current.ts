import { createNoopMeter, type Meter } from '@opentelemetry/api';
import { createInstruments, type Instruments } from './instruments.js';

let current = createInstruments(createNoopMeter());
let render: (() => Promise<string>) | null = null;

/** Call at each use: earlier instruments, from before `useMeter`, record nothing. */
export function instruments(): Instruments {
  return current;
}

export function useMeter(meter: Meter, prometheus: () => Promise<string>): Instruments {
  current = createInstruments(meter);
  render = prometheus;
  return current;
}

export async function renderMetrics(): Promise<string> {
  return render === null ? '' : render();
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
