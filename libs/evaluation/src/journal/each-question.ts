import type { EvalQuestion } from '../dataset/dataset.js';
import type { Journal } from './journal.js';

export interface EachOptions {
  concurrency: number;
  signal: AbortSignal;
  /** Called after every question, and once for the already known ones. */
  onProgress: (done: number, total: number) => void;
}

/** Processes missing questions; returns all in order. Stops at the first failure; finished ones are journaled. */
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
    // Shared iterator: one worker per question.
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
