import { AssayError } from '@assay/contracts';
import type { StorySettings } from '@assay/stories';
import type { TaskContext } from '@assay/work';

type StoryContext = TaskContext<StorySettings, unknown>;

/** Ends work that would need an answer which is not on record and is not asked for any more. */
class NotOnRecord extends Error {}

/**
 * Works with a model, and once more with the one to fall back on, where there is one and the first gave no result: it
 * broke its rules, was refused by the endpoint, or could not be had in all attempts. A model that has had its attempts
 * is asked nothing more; what it answered is read back, so that the task's journal stays one and nothing is paid twice.
 *
 * @throws whatever keeps the model to fall back on, or the only one, from working
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

/** The context with a journal that is only read. */
function fromRecord(context: StoryContext): StoryContext {
  const journal: StoryContext['journal'] = {
    step: (kind, key) =>
      context.journal.step(kind, key, () => Promise.reject(new NotOnRecord(`a step of ${context.task}`))),
    annotate: (...notes) => context.journal.annotate(...notes),
    recordFailure: (...failure) => context.journal.recordFailure(...failure),
    flush: () => context.journal.flush(),
  };
  // not a copy: some of its fields may only be read where they mean something
  return Object.create(context, { journal: { value: journal } }) as StoryContext;
}
