import type { QuestionStatus } from '@assay/contracts';
import type { ReactElement } from 'react';

/** An outcome as a hallmark: the word says it, shape and colour repeat it. */
export function Mark({ status, large = false }: { status: QuestionStatus; large?: boolean }): ReactElement {
  return <span className={`mark mark-${status.toLowerCase()}${large ? ' mark-large' : ''}`}>{status}</span>;
}
