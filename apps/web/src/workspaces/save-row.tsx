import type { ReactElement } from 'react';
import { Problem } from '../design/problem.js';

interface SaveRowProps {
  changed: boolean;
  change: { isPending: boolean; isSuccess: boolean; error: Error | null };
  label?: string;
}

export function SaveRow({ changed, change, label = 'Save' }: SaveRowProps): ReactElement {
  return (
    <>
      <div className="row">
        <button type="submit" className="button button-primary" disabled={!changed || change.isPending}>
          {change.isPending ? 'Saving …' : label}
        </button>
        <span className="small soft" aria-live="polite">
          {change.isSuccess && !changed ? 'Saved.' : ''}
        </span>
      </div>
      {change.error !== null && <Problem title="It was not saved" error={change.error} />}
    </>
  );
}
