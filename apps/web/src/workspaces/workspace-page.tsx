import { takesFolders, type Id, type WorkspaceView } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useSession } from '../api/assay.js';
import { useMay } from '../api/queries.js';
import { PageTitle } from '../app/page-title.js';
import { QueryState } from '../design/query-state.js';
import { Tabs } from '../design/tabs.js';
import { FilesView } from '../files/files-view.js';
import { ConnectionView } from './connection-view.js';
import { EvaluationView } from './evaluation/evaluation-view.js';
import { GoldView } from './gold-view.js';
import { ImportsView } from './imports-view.js';
import { KnowledgeView } from './knowledge-view.js';
import { SchemaBrowser } from './schema-browser.js';
import { SettingsView } from './settings/settings-view.js';
import { UsageToday } from './usage-today.js';
import './workspaces.css';

const VIEWS = [
  { path: 'schema', name: 'Schema' },
  { path: 'files', name: 'Files' },
  { path: 'knowledge', name: 'Evidence' },
  { path: 'imports', name: 'Imports' },
  { path: 'gold', name: 'Gold SQLs' },
  { path: 'evaluation', name: 'Evaluation' },
  { path: 'settings', name: 'Settings' },
  { path: 'connection', name: 'Connection' },
] as const;

const OF_CURATION: ReadonlySet<string> = new Set(['knowledge', 'imports', 'gold', 'evaluation']);

export function WorkspacePage({ id, view = 'schema' }: { id: Id; view?: string }): ReactElement {
  const { client } = useSession();
  const mayRead = useMay('readCuration', id);
  const mayAsk = useMay('ask', id);
  const workspace = useQuery({
    queryKey: ['workspace', id],
    queryFn: ({ signal }) => client.workspaces.get(id, { signal }),
  });
  if (workspace.data === undefined) {
    return (
      <div className="stack">
        <PageTitle title="Workspace" />
        <QueryState query={workspace} what="the workspace" lines={5} />
      </div>
    );
  }
  const { name, dialect } = workspace.data;
  const views = VIEWS.filter(
    ({ path }) => (path !== 'files' || takesFolders(dialect)) && (mayRead || !OF_CURATION.has(path)),
  );
  return (
    <div className="stack">
      <p className="small soft">
        <Link href="/workspaces">Workspaces</Link> · {dialect}
      </p>
      <div className="view-head">
        <PageTitle title={name} />
        <span className="row">
          <Link href={`/history?workspace=${id}`} className="button">
            Its history
          </Link>
          {mayAsk && (
            <Link href={`/?workspace=${id}`} className="button button-primary">
              Ask
            </Link>
          )}
        </span>
      </div>
      <UsageToday workspace={workspace.data} />
      <Tabs
        label="Parts of the workspace"
        tabs={views.map(({ path, name: label }) => ({
          name: label,
          href: `/workspaces/${id}/${path}`,
          current: path === view,
        }))}
      />
      <CurrentView view={view} workspace={workspace.data} />
    </div>
  );
}

function CurrentView({ view, workspace }: { view: string; workspace: WorkspaceView }): ReactElement {
  const admin = useMay('operate', workspace.id);
  switch (view) {
    case 'schema':
      return <SchemaBrowser workspace={workspace} editable={admin} />;
    case 'files':
      return <FilesView workspace={workspace} editable={admin} />;
    case 'knowledge':
      return <KnowledgeView workspace={workspace} editable={admin} />;
    case 'imports':
      return <ImportsView workspace={workspace} />;
    case 'gold':
      return <GoldView workspace={workspace} />;
    case 'evaluation':
      return <EvaluationView workspace={workspace} />;
    case 'settings':
      return <SettingsView workspace={workspace} editable={admin} />;
    case 'connection':
      return <ConnectionView workspace={workspace} editable={admin} />;
    default:
      return <p className="soft">This part of a workspace does not exist.</p>;
  }
}
