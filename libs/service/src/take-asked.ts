import { SpanKind } from '@opentelemetry/api';
import type { ReceivedJob } from '@assay/messaging';
import { childrenOf, inSpan, sendSpansSoon, spanContextOf } from '@assay/telemetry';

/** A job that somebody outside of Assay has put onto a queue. */
type AskedJob = Pick<ReceivedJob<'questions'>, 'name' | 'payload' | 'traceparent'>;

/** The trace that a job belongs to: that of its body, else the one that BullMQ's telemetry has given it. */
export function traceOfJob({ payload, traceparent }: Pick<AskedJob, 'payload' | 'traceparent'>): string | null {
  const given = payload['traceparent'];
  return typeof given === 'string' && spanContextOf(given) !== null ? given : traceparent;
}

/** Takes such a job in a span that goes on with its trace. */
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
    // the work that it sets off hangs on this span, and may outlast this process
    sendSpansSoon();
  }
}
