import type { WorkspaceView } from '@assay/contracts';
import { useState, type ReactElement } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useWorkspaces } from '../api/queries.js';
import { PageTitle } from '../app/page-title.js';
import { Empty } from '../design/empty.js';
import { QueryState } from '../design/query-state.js';
import { Waiting } from '../design/waiting.js';
import { EMPTY_DRAFT } from './ask-draft.js';
import { AskForm } from './ask-form.js';
import { Examples } from './examples.js';
import { NoModel } from './no-model.js';
import './ask.css';

const FIRST = 'bookshop';

export function AskPage(): ReactElement {
  const workspaces = useWorkspaces();
  const [search] = useSearchParams();
  return (
    <div className="ask">
      <div className="ask-intro">
        <PageTitle title="Assay">Ask a database, and see why the answer is the answer.</PageTitle>
      </div>
      <QueryState query={workspaces} what="the workspaces" />
      {workspaces.data?.length === 0 && <NoWorkspaces />}
      {workspaces.data !== undefined && workspaces.data.length > 0 && (
        <AskWorkspace key={search.get('workspace')} workspaces={workspaces.data} isFetching={workspaces.isFetching} />
      )}
    </div>
  );
}

function NoWorkspaces(): ReactElement {
  return (
    <Empty title="There is no workspace yet.">
      <p>A workspace is a database that may be asked, with what Assay should know about it.</p>
      <Link href="/workspaces/new" className="button button-primary">
        Connect a database or files
      </Link>
    </Empty>
  );
}

interface AskWorkspaceProps {
  workspaces: WorkspaceView[];
  isFetching: boolean;
}

function AskWorkspace({ workspaces, isFetching }: AskWorkspaceProps): ReactElement {
  const [search] = useSearchParams();
  const wanted = search.get('workspace');
  const named = (name: string | null): WorkspaceView | undefined =>
    workspaces.find((one) => one.id === name || one.name === name);
  const [chosen, choose] = useState<string | null>(null);
  const workspace = workspaces.find(({ id }) => id === chosen) ?? named(wanted) ?? named(FIRST) ?? workspaces[0];
  const [isRead, setRead] = useState(!isFetching);
  if (!isRead && !isFetching) setRead(true);
  const isMissing = chosen === null && wanted !== null && named(wanted) === undefined;
  // a new one is not in the list yet
  if (isMissing && !isRead) return <Waiting what="the workspaces" />;
  if (workspace === undefined) return <NoWorkspaces />;
  return (
    <>
      {isMissing && (
        <Empty title="This workspace is gone or not yours.">
          <p>The question below is asked of {workspace.name}.</p>
        </Empty>
      )}
      <NoModel workspace={workspace} />
      <AskForm
        key={search.get('question')}
        workspaces={workspaces}
        workspace={workspace}
        onWorkspace={choose}
        first={{ ...EMPTY_DRAFT, question: search.get('question') ?? '' }}
        focus={search.has('question') ? 'question' : undefined}
      />
      <Examples workspace={workspace} />
    </>
  );
}
