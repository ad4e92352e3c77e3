import type { StoryEvaluationView } from '@assay/contracts';

export function isUnfinished({ status }: Pick<StoryEvaluationView, 'status'>): boolean {
  return status === 'QUEUED' || status === 'RUNNING';
}

export function outcomeOf({ status, choice }: Pick<StoryEvaluationView, 'status' | 'choice'>): string {
  switch (status) {
    case 'QUEUED':
      return 'Accepted. No evaluator has started yet.';
    case 'RUNNING':
      return 'Being read.';
    case 'CANCELLED':
      return 'It was cancelled.';
    case 'ERROR':
      return 'It ended in an error.';
    case 'DONE':
      return choice === null ? 'No version is approved.' : `The best is ${choice}.`;
  }
}
