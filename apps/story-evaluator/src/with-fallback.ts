import { AssayError } from '@assay/contracts';
import type { StorySettings } from '@assay/stories';
import type { TaskContext } from '@assay/work';

type StoryContext = TaskContext<StorySettings, unknown>;

class NotOnRecord extends Error {}

/**
 * Tries the model, then, unless the error is retryable, the fallback. A model without attempts left replays its
 * answers, so the journal stays complete.
 */
export async function withFallback<TaskRuntime extends { result: { status: string } }>(
  context: StoryContext,
  model: string | null,
  work: (context: StoryContext, model: string | null) => Promise<TaskRuntime>,
): Promise<TaskRuntime> {
  const { fallbackModel, attempts } = context.input;
  if (fallbackModel === null) return work(context, model);
  const own = context.attempts > attempts ? fromRecord(context) : context;
  const done = await work(own, model).catch((error: unknown) => {
    if (isFinal(error, context)) return null;
    throw error;
  });
  return done === null || done.result.status === 'failed' ? work(context, fallbackModel) : done;
}

function isFinal(error: unknown, { signal }: StoryContext): boolean {
  return error instanceof NotOnRecord || (error instanceof AssayError && !error.retryable && !signal.aborted);
}

function fromRecord(context: StoryContext): StoryContext {
  const journal: StoryContext['journal'] = {
    step: (kind, key) =>
      context.journal.step(kind, key, () => Promise.reject(new NotOnRecord(`a step of ${context.task}`))),
    annotate: (...notes) => context.journal.annotate(...notes),
    recordFailure: (...failure) => context.journal.recordFailure(...failure),
    publish: (event) => context.journal.publish(event),
    flush: () => context.journal.flush(),
  };
  // Not a copy: some getters throw.
  return Object.create(context, { journal: { value: journal } }) as StoryContext;
}
