import type { WorkspaceView } from '@assay/contracts';
import { useState, type FormEvent, type ReactElement } from 'react';
import { describeProblem } from '../design/describe-problem.js';
import { useWorkspaceUpdate } from './use-workspace-update.js';

interface DescriptionProps {
  workspace: WorkspaceView;
  /** `table` or `table.column`. */
  place: string;
  what: string;
  /** Ours, else the database's comment. */
  shown: string | null;
  editable: boolean;
}

/** Editable by admins; overrides the database's comment. */
export function Description({ workspace, place, what, shown, editable }: DescriptionProps): ReactElement {
  const [draft, setDraft] = useState<string | null>(null);
  const change = useWorkspaceUpdate(workspace);
  const own = workspace.descriptions?.[place];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (draft === null || change.isPending) return;
    change.mutate({ descriptions: { [place]: draft.trim() || null } }, { onSuccess: () => setDraft(null) });
  };
  if (draft === null) {
    return (
      <div className="description small">
        <span className={shown === null ? 'faint' : undefined}>{shown ?? 'not described'}</span>
        {editable && (
          <button
            type="button"
            className="description-edit"
            onClick={() => setDraft(own ?? shown ?? '')}
            aria-label={`Edit the description of ${what}`}
          >
            Edit
          </button>
        )}
      </div>
    );
  }
  return (
    <form className="stack-tight" onSubmit={submit}>
      <textarea
        className="input small"
        aria-label={`Description of ${what}`}
        rows={2}
        autoFocus
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
      <div className="row">
        <button type="submit" className="button" disabled={change.isPending}>
          {change.isPending ? 'Saving …' : 'Save'}
        </button>
        <button type="button" className="button button-plain" onClick={() => setDraft(null)}>
          Close
        </button>
      </div>
      {change.error !== null && (
        <p role="alert" className="field-problem">
          {describeProblem(change.error).message}
        </p>
      )}
    </form>
  );
}
