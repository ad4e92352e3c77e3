import type { QuestionStatus } from '@assay/contracts';

export const EXIT_OK = 0;
/** Errors of every kind: no answer, and nothing said about its quality. */
export const EXIT_ERROR = 1;
/** All was worked out, and nothing held: no SQL of a question, no version of a story. */
export const EXIT_FAILED = 2;
/** 128 + SIGINT, as shells have it. */
export const EXIT_INTERRUPTED = 130;

/** How `ask` and `follow` end, by the outcome of the question. */
export function exitCodeOf(status: QuestionStatus): number {
  if (status === 'GOLD' || status === 'SILVER') return EXIT_OK;
  return status === 'FAILED' ? EXIT_FAILED : EXIT_ERROR;
}
