import { randomBytes } from 'node:crypto';

/** Ids that the next span is to have. */
interface ChosenIds {
  traceId: string;
  spanId: string;
}

let chosen: ChosenIds | null = null;

/** Runs `start`, which starts one span: that span has these ids. */
export function withChosenIds<Result>(ids: ChosenIds, start: () => Result): Result {
  chosen = ids;
  try {
    return start();
  } finally {
    chosen = null;
  }
}

/** The SDK's source of ids: random ones, unless they were chosen. */
export const idGenerator = {
  generateTraceId: (): string => chosen?.traceId ?? randomBytes(16).toString('hex'),
  generateSpanId: (): string => chosen?.spanId ?? randomBytes(8).toString('hex'),
};
