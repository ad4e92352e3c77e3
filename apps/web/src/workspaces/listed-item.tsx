import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Problem } from '../design/problem.js';

interface ListedItemProps {
  title: string;
  /** Null without permission. */
  remove: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error'> | null;
  children: ReactNode;
}

export function ListedItem({ title, remove, children }: ListedItemProps): ReactElement {
  return (
    <li className="stack-tight gold-item">
      <div className="view-head">
        <h2 className="gold-question">{title}</h2>
        {remove && (
          <button
            type="button"
            className="button button-danger"
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
            aria-label={`Remove: ${title}`}
          >
            Remove
          </button>
        )}
      </div>
      {children}
      {remove?.error && <Problem title="It was not removed" error={remove.error} />}
    </li>
  );
}
