import { ApiProblem } from '@assay/client';
import { WORKSPACE_NAME_CHARACTERS } from '@assay/contracts';
import type { WorkspaceCreate } from '@assay/contracts/requests';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../api/assay.js';
import { PageTitle } from '../app/page-title.js';
import { TextField } from '../design/text-field.js';
import { Problem } from '../design/problem.js';
import { NewWorkspaceOfFiles } from '../files/new-workspace-of-files.js';
import { databaseOf, EMPTY_CONNECTION } from './connection-draft.js';
import { ConnectionFields } from './connection-fields.js';
import './workspaces.css';

const SOURCES = [
  { source: 'database', name: 'A database' },
  { source: 'files', name: 'Files' },
] as const;

export function NewWorkspacePage(): ReactElement {
  const [source, setSource] = useState<(typeof SOURCES)[number]['source']>('database');
  return (
    <div className="stack workspace-form">
      <PageTitle title="New workspace" />
      <div className="row" role="radiogroup" aria-label="What to ask about">
        {SOURCES.map((one) => (
          <label key={one.source} className="check">
            <input type="radio" name="source" checked={one.source === source} onChange={() => setSource(one.source)} />
            {one.name}
          </label>
        ))}
      </div>
      {source === 'files' ? <NewWorkspaceOfFiles /> : <NewWorkspaceOfDatabase />}
    </div>
  );
}

function NewWorkspaceOfDatabase(): ReactElement {
  const { longRequests } = useSession();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const [connection, setConnection] = useState(EMPTY_CONNECTION);
  const create = useMutation({
    mutationFn: (workspace: WorkspaceCreate) => longRequests.workspaces.create(workspace),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: ['workspaces'] });
      // Shows suggested questions.
      navigate(`/?workspace=${id}`);
    },
  });
  const problems = create.error instanceof ApiProblem ? create.error.errors : [];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!create.isPending) create.mutate({ name: name.trim(), database: databaseOf(connection) });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <p className="soft prose">
        Use a role that may only read. Assay checks the connection first, keeps it encrypted, and never shows it again.
      </p>
      <TextField
        label="Name"
        problem={problems.find(({ field }) => field === 'name')?.message ?? null}
        required
        maxLength={WORKSPACE_NAME_CHARACTERS}
        autoComplete="off"
        value={name}
        onText={(text) => {
          create.reset();
          setName(text);
        }}
      />
      <ConnectionFields connection={connection} onChange={setConnection} use={create} />
      {create.error !== null && <Problem title="The workspace was not made" error={create.error} />}
      <div>
        <button type="submit" className="button button-primary" disabled={create.isPending}>
          {create.isPending ? 'Checking the connection …' : 'Connect'}
        </button>
      </div>
    </form>
  );
}
