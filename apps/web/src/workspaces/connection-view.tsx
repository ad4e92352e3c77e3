import type { WorkspaceView } from '@assay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../api/assay.js';
import { Problem } from '../design/problem.js';
import { databaseOf, EMPTY_CONNECTION, type ConnectionDraft } from './connection-draft.js';
import { ConnectionFields, tablesAndViews } from './connection-fields.js';
import { SaveRow } from './save-row.js';
import { useWorkspaceUpdate } from './use-workspace-update.js';

interface Attempt {
  isLatest: boolean;
  onTry: () => void;
}

export function ConnectionView({ workspace, editable }: { workspace: WorkspaceView; editable: boolean }): ReactElement {
  const [latest, setLatest] = useState<'kept' | 'other' | null>(null);
  const attempt = (which: 'kept' | 'other'): Attempt => ({ isLatest: latest === which, onTry: () => setLatest(which) });
  return (
    <div className="stack">
      <LastInspection workspace={workspace} />
      <TestNow workspace={workspace} {...attempt('kept')} />
      {editable && (
        <>
          <Replace workspace={workspace} {...attempt('other')} />
          <Remove workspace={workspace} />
        </>
      )}
    </div>
  );
}

/** Unchanged by new tests. */
function LastInspection({ workspace }: { workspace: WorkspaceView }): ReactElement {
  const { privileges, dialect, schemaTakenAt, accept = [] } = workspace;
  return (
    <section className="stack-tight" aria-labelledby="last-look">
      <h2 id="last-look" className="small">
        Last checked{schemaTakenAt ? ` ${new Date(schemaTakenAt).toLocaleString()}` : ''}
      </h2>
      <dl className="facts">
        <div>
          <dt>Dialect</dt>
          <dd>{dialect}</dd>
        </div>
        <div>
          <dt>Role</dt>
          <dd>{privileges.canWrite || privileges.superuser ? 'may do more than read' : 'may only read'}</dd>
        </div>
        {accept.length > 0 && (
          <div>
            <dt>Accepted by name</dt>
            <dd>{accept.join('; ')}</dd>
          </div>
        )}
      </dl>
      {privileges.findings.length > 0 && (
        <ul className="small listed" aria-label="Findings">
          {privileges.findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function TestNow({ workspace, isLatest, onTry }: { workspace: WorkspaceView } & Attempt): ReactElement {
  const { longRequests } = useSession();
  const queries = useQueryClient();
  const test = useMutation({
    mutationFn: () => longRequests.workspaces.refreshSchema(workspace.id),
    onSuccess: async (schema) => {
      queries.setQueryData(['schema', workspace.id], schema);
      // The test updated the check.
      await queries.invalidateQueries({ queryKey: ['workspace', workspace.id] });
    },
  });
  return (
    <>
      <div className="row">
        <button
          type="button"
          className="button"
          disabled={test.isPending}
          onClick={() => {
            onTry();
            test.mutate();
          }}
        >
          {test.isPending ? 'Trying …' : 'Test it and refresh the schema'}
        </button>
        <span aria-live="polite" className="small">
          {isLatest && test.data !== undefined && (
            <>
              <span className="tag tag-pass">works</span> {tablesAndViews(test.data.schema.tables.length)}
            </>
          )}
        </span>
      </div>
      {isLatest && test.error !== null && <Problem title="The connection does not work" error={test.error} />}
    </>
  );
}

function Replace({ workspace, isLatest, onTry }: { workspace: WorkspaceView } & Attempt): ReactElement {
  const [connection, setConnection] = useState(() => emptyFor(workspace));
  const change = useWorkspaceUpdate(workspace);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (change.isPending) return;
    onTry();
    change.mutate({ database: databaseOf(connection) }, { onSuccess: (changed) => setConnection(emptyFor(changed)) });
  };
  return (
    <details>
      <summary>Use another connection</summary>
      <form className="stack workspace-form" onSubmit={submit}>
        <ConnectionFields
          connection={connection}
          onChange={setConnection}
          use={change}
          isLatest={isLatest}
          onTry={onTry}
        />
        <SaveRow
          changed={connection.url.trim() !== ''}
          change={isLatest ? change : { ...change, isSuccess: false, error: null }}
          label="Use this connection"
        />
      </form>
    </details>
  );
}

function emptyFor({ dialect, accept = [] }: WorkspaceView): ConnectionDraft {
  return { ...EMPTY_CONNECTION, dialect, accept };
}

function Remove({ workspace }: { workspace: WorkspaceView }): ReactElement {
  const { client } = useSession();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => client.workspaces.remove(workspace.id),
    onSuccess: () => {
      void queries.invalidateQueries();
      navigate('/workspaces');
    },
  });
  return (
    <details>
      <summary>Delete this workspace</summary>
      <div className="stack workspace-form">
        <p className="small">
          Its questions are cancelled; their records, its gold SQLs and its secrets are erased. The database itself is
          not touched. Type <strong>{workspace.name}</strong> to be sure.
        </p>
        <input
          className="input"
          aria-label="Name of the workspace"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div>
          <button
            type="button"
            className="button button-danger"
            disabled={typed !== workspace.name || remove.isPending}
            onClick={() => remove.mutate()}
          >
            {remove.isPending ? 'Deleting …' : 'Delete permanently'}
          </button>
        </div>
        {remove.error !== null && <Problem title="It was not deleted" error={remove.error} />}
      </div>
    </details>
  );
}
