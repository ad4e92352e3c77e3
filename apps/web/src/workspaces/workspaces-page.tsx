import { count } from '@assay/client';
import type { Id } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useSession } from '../api/assay.js';
import { useCaller, useWorkspaces } from '../api/queries.js';
import { PageTitle } from '../app/page-title.js';
import { Empty } from '../design/empty.js';
import { QueryState } from '../design/query-state.js';
import './workspaces.css';

export function WorkspacesPage(): ReactElement {
  const workspaces = useWorkspaces();
  const lastAsked = useLastAsked();
  const admin = useCaller().data?.admin === true;
  return (
    <div className="stack">
      <div className="view-head">
        <PageTitle title="Workspaces" />
        {admin && (
          <Link href="/workspaces/new" className="button button-primary">
            Connect a database or files
          </Link>
        )}
      </div>
      <QueryState query={workspaces} what="the workspaces" />
      {workspaces.data?.length === 0 && (
        <Empty title="You cannot open a workspace yet.">
          <p>{admin ? 'Connect a database or files to begin.' : 'Ask an admin for one.'}</p>
        </Empty>
      )}
      <ul className="workspace-list">
        {(workspaces.data ?? []).map(({ id, name, dialect, tableCount, evidence, privileges }) => (
          <li key={id} className="workspace-item">
            <Link href={`/workspaces/${id}`} className="workspace-name">
              {name}
            </Link>
            <span className="small soft">
              {dialect}
              {typeof tableCount === 'number' && ` · ${count(tableCount, 'table')}`}
              {evidence.length > 0 && ` · ${count(evidence.length, 'note')}`}
              {privileges.canWrite && ' · its role may write'}
              {lastAsked.has(id) && ` · last asked ${lastAsked.get(id)}`}
            </span>
            <Link href={`/?workspace=${id}`} className="button" aria-label={`Ask ${name}`}>
              Ask
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** By workspace, of the latest questions. */
function useLastAsked(): Map<Id, string> {
  const { client } = useSession();
  const latest = useQuery({
    queryKey: ['history', 'latest'],
    queryFn: ({ signal }) => client.questions.list({}, { signal }),
  });
  const oldestFirst = (latest.data?.items ?? []).toReversed();
  return new Map(oldestFirst.map(({ workspace, createdAt }) => [workspace, new Date(createdAt).toLocaleDateString()]));
}
