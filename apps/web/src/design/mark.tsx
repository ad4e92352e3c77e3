import { describeConfidence } from '@assay/client';
import type { QuestionStatus } from '@assay/contracts';
import type { ReactElement } from 'react';

interface MarkProps {
  status: QuestionStatus;
  confidence: number | null;
  large?: boolean;
}

/** An outcome as a hallmark: the word says it, shape and colour repeat it. One that is doubtful loses its ground. */
export function Mark({ status, confidence, large = false }: MarkProps): ReactElement {
  const degree = describeConfidence(confidence)?.degree;
  const doubtful = degree === 'guess' || degree === 'unsure' ? ' mark-doubtful' : '';
  return <span className={`mark mark-${status.toLowerCase()}${large ? ' mark-large' : ''}${doubtful}`}>{status}</span>;
}
