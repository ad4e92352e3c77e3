import { SpanKind, SpanStatusCode, type Attributes, type Context, type Span } from '@opentelemetry/api';
import type { ErrorNote, TaskStatus } from '@assay/contracts';
import type { ClaimedTask, Finish, FinishOutcome } from '@assay/persistence';
import { OUTCOMES } from './count-work.js';
import {
  childrenOf,
  inSpan,
  instruments,
  isTracing,
  runSpanContext,
  spanContextOf,
  stageSpanContext,
} from '@assay/runtime/telemetry';

/** LOST if the claim was gone. */
export interface TaskEnd {
  status: TaskStatus | 'LOST';
  error: ErrorNote | null;
}

export function endOf({ accepted, status }: FinishOutcome, finish: Finish | undefined): TaskEnd {
  const error = finish === undefined || finish.status === 'DONE' ? null : finish.error;
  return accepted ? { status, error } : { status: 'LOST', error: null };
}

/**
 * Runs an attempt in a timed span, a child of the stage's.
 * @param traceparent of the caller, if the job has it
 */
export async function observeTask(
  claimed: ClaimedTask,
  traceparent: string | undefined,
  attempt: () => Promise<TaskEnd>,
): Promise<void> {
  const startedAt = performance.now();
  const { queue } = claimed;
  if (claimed.attempts === 1 && claimed.delivery === 1) {
    instruments().taskWait.record(Math.max(0, (Date.now() - claimed.createdAt.getTime()) / 1000), { queue });
  }
  const end = isTracing() ? await traced(claimed, traceparent, attempt) : await attempt();
  const outcome = OUTCOMES[end.status] ?? end.status.toLowerCase();
  instruments().taskDuration.record((performance.now() - startedAt) / 1000, { queue, outcome });
}

function traced(
  claimed: ClaimedTask,
  traceparent: string | undefined,
  attempt: () => Promise<TaskEnd>,
): Promise<TaskEnd> {
  const start = {
    name: nameOf(claimed),
    kind: SpanKind.CONSUMER,
    attributes: attributesOf(claimed),
    parent: parentOf(claimed, traceparent),
  };
  return inSpan(start, async (span) => {
    const end = await attempt();
    if (span) describeEnd(span, end);
    return end;
  });
}

function nameOf({ queue, payload }: ClaimedTask): string {
  const kind = queue === 'db-sampler' ? (payload as { kind?: unknown } | null)?.kind : null;
  return typeof kind === 'string' ? `${queue} ${kind}` : queue;
}

function parentOf({ run, stage }: ClaimedTask, traceparent: string | undefined): Context {
  if (run && stage) return childrenOf(stageSpanContext(run, stage.id));
  const asked = spanContextOf(traceparent);
  // swept without it: use the run's span
  return childrenOf(asked ?? (run ? runSpanContext(run) : null));
}

function attributesOf(claimed: ClaimedTask): Attributes {
  const { stage, run } = claimed;
  return {
    'messaging.system': 'bullmq',
    'messaging.operation.type': 'process',
    'messaging.destination.name': claimed.queue,
    'assay.run': run?.id,
    'assay.task': claimed.task,
    'assay.task.ordinal': claimed.ordinal,
    'assay.task.attempts': claimed.attempts,
    'assay.task.delivery': claimed.delivery,
    'assay.stage': stage?.kind,
    'assay.attempt': stage?.attempt,
    'assay.round': stage?.round,
  };
}

function describeEnd(span: Span, { status, error }: TaskEnd): void {
  span.setAttribute('assay.task.outcome', OUTCOMES[status] ?? status.toLowerCase());
  if (error === null) return;
  span.setAttribute('error.type', error.code);
  span.setStatus({ code: SpanStatusCode.ERROR, message: error.code });
}
