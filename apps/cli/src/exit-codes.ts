import type { QuestionStatus } from '@assay/contracts';

export const EXIT_OK = 0;
export const EXIT_ERROR = 1;
/** Completed, but nothing passed: no SQL, or no story version. */
export const EXIT_FAILED = 2;
/** 128 + SIGINT, as in shells. */
export const EXIT_INTERRUPTED = 130;

export function exitCodeOf(status: QuestionStatus): number {
  if (status === 'GOLD' || status === 'SILVER') return EXIT_OK;
  return status === 'FAILED' ? EXIT_FAILED : EXIT_ERROR;
}
