import { describeConfidence } from '@assay/client';
import type { QuestionView } from '@assay/contracts';
import type { ReactElement } from 'react';

interface MarkProps {
  question: Pick<QuestionView, 'status' | 'confidence' | 'contested'>;
  large?: boolean;
}

/** Shape and colour repeat the word; doubtful ones are weaker. */
export function Mark({ question, large = false }: MarkProps): ReactElement {
  const { status } = question;
  const degree = describeConfidence(question)?.degree;
  const doubtful = degree === 'guess' || degree === 'unsure' ? ` mark-doubtful mark-${degree}` : '';
  return <span className={`mark mark-${status.toLowerCase()}${large ? ' mark-large' : ''}${doubtful}`}>{status}</span>;
}
