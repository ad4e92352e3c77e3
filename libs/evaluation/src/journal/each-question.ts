import type { EvalQuestion } from '../dataset/dataset.js';
import type { Journal } from './journal.js';

export interface EachOptions {
  /** Questions worked on at a time. */
  concurrency: number;
  signal: AbortSignal;
  /** Told after every question, and once for all that were known before. */
  onProgress: (done: number, total: number) => void;
}

/**
 * Works every question that the journal does not hold yet, several at a time, and returns the entries of all, in the
 * order of the questions. Stops at the first failure and at an abort, when what was worked is in the journal.
 */
export async function eachQuestion<Entry extends { id: string }>(
  questions: readonly EvalQuestion[],
  journal: Journal<Entry>,
  work: (question: EvalQuestion) => Promise<Entry>,
  { concurrency, signal, onProgress }: EachOptions,
): Promise<Entry[]> {
  const open = questions.filter(({ id }) => journal.get(id) === undefined);
  let done = questions.length - open.length;
  onProgress(done, questions.length);
  const next = open.values();
  let failed = false;
  const worker = async (): Promise<void> => {
    // The iterator is shared: each question goes to one worker.
    for (const question of next) {
      if (failed) return;
      signal.throwIfAborted();
      await journal.add(await work(question));
      done += 1;
      onProgress(done, questions.length);
    }
  };
  const workers = Array.from({ length: Math.max(1, concurrency) }, () =>
    worker().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  const [failure] = (await Promise.allSettled(workers)).filter((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
  return questions.flatMap(({ id }) => journal.get(id) ?? []);
}
