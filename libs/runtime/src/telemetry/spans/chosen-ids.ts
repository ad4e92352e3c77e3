import { randomBytes } from 'node:crypto';

interface ChosenIds {
  traceId: string;
  spanId: string;
}

let chosen: ChosenIds | null = null;

export function withChosenIds<Result>(ids: ChosenIds, start: () => Result): Result {
  chosen = ids;
  try {
    return start();
  } finally {
    chosen = null;
  }
}

export const idGenerator = {
  generateTraceId: (): string => chosen?.traceId ?? randomBytes(16).toString('hex'),
  generateSpanId: (): string => chosen?.spanId ?? randomBytes(8).toString('hex'),
};
