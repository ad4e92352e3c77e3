import type { WorkspaceView } from '@assay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../api/assay.js';
import { Problem } from '../design/problem.js';
import { databaseOf, EMPTY_CONNECTION } from './connection-draft.js';
import { ConnectionFields, tablesAndViews } from './connection-fields.js';
import { SaveRow } from './save-row.js';
import { useWorkspaceUpdate } from './use-workspace-update.js';

/** How the database is reached: tested, replaced, or given up with everything that hangs on it. */
export function ConnectionView({ workspace, editable }: { workspace: WorkspaceView; editable: boolean }): ReactElement {
  const { privileges, dialect, schemaTakenAt } = workspace;
  return (
    <div className="stack">
      <dl className="facts">
        <div>
          <dt>Dialect</dt>
          <dd>{dialect}</dd>
        </div>
        <div>
          <dt>Role</dt>
          <dd>{privileges.canWrite || privileges.superuser ? 'may do more than read' : 'may only read'}</dd>
        </div>
        {(workspace.accept ?? []).length > 0 && (
          <div>
            <dt>Accepted by name</dt>
            <dd>{workspace.accept?.join('; ')}</dd>
          </div>
        )}
        {schemaTakenAt && (
          <div>
            <dt>Schema read</dt>
            <dd>{new Date(schemaTakenAt).toLocaleString()}</dd>
          </div>
        )}
      </dl>
      {privileges.findings.length > 0 && (
        <section aria-labelledby="connection-findings">
          <h2 id="connection-findings" className="small">
            Findings
          </h2>
          <ul className="small listed">
            {privileges.findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        </section>
      )}
      <TestNow workspace={workspace} />
      {editable && (
        <>
          <Replace workspace={workspace} />
          <Remove workspace={workspace} />
        </>
      )}
    </div>
  );
}

function TestNow({ workspace }: { workspace: WorkspaceView }): ReactElement {
  const { patient } = useSession();
  const queries = useQueryClient();
  const test = useMutation({
    mutationFn: () => patient.workspaces.refreshSchema(workspace.id),
    onSuccess: (schema) => {
      queries.setQueryData(['schema', workspace.id], schema);
      void queries.invalidateQueries({ queryKey: ['workspace', workspace.id] });
    },
  });
  return (
    <>
      <div className="row">
        <button type="button" className="button" disabled={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? 'Trying …' : 'Test it and refresh the schema'}
        </button>
        <span aria-live="polite" className="small">
          {test.data !== undefined && (
            <>
              <span className="tag tag-pass">works</span> {tablesAndViews(test.data.schema.tables.length)}
            </>
          )}
        </span>
      </div>
      {test.error !== null && <Problem title="The connection does not work" error={test.error} />}
    </>
  );
}

function Replace({ workspace }: { workspace: WorkspaceView }): ReactElement {
  const [connection, setConnection] = useState({
    ...EMPTY_CONNECTION,
    dialect: workspace.dialect,
    accept: workspace.accept ?? [],
  });
  const change = useWorkspaceUpdate(workspace);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!change.isPending) change.mutate({ database: databaseOf(connection) });
  };
  return (
    <details>
      <summary>Use another connection</summary>
      <form className="stack workspace-form" onSubmit={submit}>
        <ConnectionFields connection={connection} onChange={setConnection} use={change} />
        <SaveRow changed={connection.url.trim() !== ''} change={change} label="Use this connection" />
      </form>
    </details>
  );
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
            {remove.isPending ? 'Deleting …' : 'Delete it for good'}
          </button>
        </div>
        {remove.error !== null && <Problem title="It was not deleted" error={remove.error} />}
      </div>
    </details>
  );
}
