import { SpanKind } from '@opentelemetry/api';
import type { ReceivedJob } from '../messaging/index.js';
import { childrenOf, inSpan, sendSpansSoon, spanContextOf } from '@assay/runtime/telemetry';

/** A job published by an external client. */
type AskedJob = Pick<ReceivedJob<'questions'>, 'name' | 'payload' | 'traceparent'>;

/** The body's trace, else that of BullMQ's telemetry. */
export function traceOfJob({ payload, traceparent }: Pick<AskedJob, 'payload' | 'traceparent'>): string | null {
  const given = payload['traceparent'];
  return typeof given === 'string' && spanContextOf(given) !== null ? given : traceparent;
}

/** In a span of the job's trace. */
export async function takeAsked<Result>(queue: string, job: AskedJob, take: () => Promise<Result>): Promise<Result> {
  const start = {
    name: `${queue} ${job.name}`,
    kind: SpanKind.CONSUMER,
    attributes: { 'messaging.system': 'bullmq', 'messaging.destination.name': queue },
    parent: childrenOf(spanContextOf(traceOfJob(job))),
  };
  try {
    return await inSpan(start, take);
  } finally {
    // Later work links to this span.
    sendSpansSoon();
  }
}
