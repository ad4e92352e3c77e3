import type { ReactElement } from 'react';
import { describeProblem } from './describe-problem.js';

interface ProblemProps {
  /** Such as "The record could not be read". */
  title: string;
  error: unknown;
  onRetry?: () => void;
}

export function Problem({ title, error, onRetry }: ProblemProps): ReactElement {
  const { message, advice, code } = describeProblem(error);
  return (
    <div className="problem" role="alert">
      <p className="problem-title">{title}</p>
      <p>
        {message} {code !== null && <code className="soft">{code}</code>}
      </p>
      {advice !== null && <p>{advice}</p>}
      {onRetry !== undefined && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
