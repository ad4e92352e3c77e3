import type { SchemaView, TableSchema, WorkspaceView } from '@assay/contracts';
import { useMemo, type ReactElement } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useProfile, useSchema } from '../api/queries.js';
import { CopyButton } from '../design/copy-button.js';
import { Empty } from '../design/empty.js';
import { QueryState } from '../design/query-state.js';
import { sameTable } from './describe-profile.js';
import { TableDetail } from './table-detail.js';

export function SchemaBrowser({ workspace, editable }: { workspace: WorkspaceView; editable: boolean }): ReactElement {
  const schema = useSchema(workspace.id);
  if (schema.data === undefined) return <QueryState query={schema} what="the schema" lines={6} />;
  if (schema.data.schema.tables.length === 0) {
    return (
      <Empty title="The role sees no table.">
        <p>Grant it SELECT on what may be asked, then test the connection under “Connection”.</p>
      </Empty>
    );
  }
  return <Tables workspace={workspace} view={schema.data} editable={editable} />;
}

interface TablesProps {
  workspace: WorkspaceView;
  view: SchemaView;
  editable: boolean;
}

function Tables({ workspace, view, editable }: TablesProps): ReactElement {
  const profile = useProfile(workspace.id).data;
  const [search, setSearch] = useSearchParams();
  const words = search.get('find') ?? '';
  const { tables } = view.schema;
  const found = useMemo(() => tables.filter((table) => matches(table, words.toLowerCase())), [tables, words]);
  const table = tables.find(({ name }) => name === search.get('table')) ?? found[0] ?? tables[0];
  const addressOf = (name: string): string =>
    `/workspaces/${workspace.id}/schema?${new URLSearchParams({ ...(words === '' ? {} : { find: words }), table: name })}`;
  return (
    <div className="schema">
      <div className="stack-tight schema-tables">
        <input
          className="input"
          type="search"
          aria-label="Find a table or column"
          placeholder="Find a table or column"
          value={words}
          onChange={(event) =>
            setSearch(event.target.value === '' ? {} : { find: event.target.value }, { replace: true })
          }
        />
        <nav aria-label="Tables" className="schema-list">
          {found.map(({ name, kind, columns }) => (
            <Link
              key={name}
              href={addressOf(name)}
              replace
              className="schema-table"
              aria-current={name === table?.name ? 'true' : undefined}
            >
              <span className="mono">{name}</span>
              <span className="faint small numeric">{kind === 'table' ? columns.length : kind}</span>
            </Link>
          ))}
          {found.length === 0 && <p className="small soft">No table or column has this name.</p>}
        </nav>
        <CopyButton text={view.mSchema} label="Copy for a model" />
      </div>
      {table !== undefined && (
        <TableDetail
          key={table.name}
          table={table}
          profile={profile?.tables.find(sameTable(table))}
          stated={profile?.stated?.find(sameTable(table))}
          workspace={workspace}
          editable={editable}
          addressOf={addressOf}
        />
      )}
    </div>
  );
}

function matches({ name, columns }: TableSchema, words: string): boolean {
  return name.toLowerCase().includes(words) || columns.some((column) => column.name.toLowerCase().includes(words));
}
