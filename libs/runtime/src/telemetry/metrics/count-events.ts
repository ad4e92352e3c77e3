import { instruments } from './current.js';

interface CountedEvent {
  type: string;
  body: object;
}

type Fields = Record<string, unknown>;

/** @param code of the run's error */
export function countEvents(product: string, events: readonly CountedEvent[], code = ''): void {
  for (const { type, body } of events) COUNTERS[type]?.(body as Fields, product, code);
}

const COUNTERS: Record<string, (body: Fields, product: string, code: string) => void> = {
  'question-finished': countEnd,
  'story-evaluation-finished': countEnd,
  'stage-finished': ({ stage, elapsedMs }) =>
    instruments().stageDuration.record(Number(elapsedMs) / 1000, { stage: String(stage) }),
  'level-escalated': ({ from, to, reason }) =>
    instruments().escalations.add(1, { from: String(from), to: String(to), reason: String(reason) }),
  'candidate-generated': ({ valid, retries }) => {
    instruments().candidates.add(1, { valid: String(valid) });
    if (Number(retries) > 0) instruments().candidateRetries.add(Number(retries));
  },
  'verdict-given': ({ verdict, by }) => instruments().verdicts.add(1, { verdict: String(verdict), by: String(by) }),
};

function countEnd(body: Fields, product: string, code: string): void {
  const labels = { product, status: String(body['status']), level: text(body['level']), case: text(body['case']) };
  instruments().runsFinished.add(1, code === '' ? labels : { ...labels, code });
}

/** Prometheus treats an empty label as missing. */
function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
