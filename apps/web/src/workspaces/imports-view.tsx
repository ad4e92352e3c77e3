import type { KnowledgeImport, KnowledgeSummary, WorkspaceView } from '@assay/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useSession } from '../api/assay.js';
import { collect } from '../api/collect.js';
import { useMay } from '../api/queries.js';
import { Empty } from '../design/empty.js';
import { Problem } from '../design/problem.js';
import { QueryState } from '../design/query-state.js';
import { ListedItem } from './listed-item.js';
import { DriftList } from './drift-list.js';
import { ImportForm } from './import-form.js';
import { ItemList } from './item-list.js';

export function ImportsView({ workspace }: { workspace: WorkspaceView }): ReactElement {
  const { client } = useSession();
  const queries = useQueryClient();
  const mayCurate = useMay('curate', workspace.id);
  const [last, setLast] = useState<KnowledgeImport | null>(null);
  const documents = useQuery({
    queryKey: ['imports', workspace.id],
    queryFn: ({ signal }) => collect(client.knowledge.all(workspace.id, { signal })),
  });
  const glossary = useQuery({
    queryKey: ['imports', workspace.id, 'glossary'],
    queryFn: ({ signal }) => client.knowledge.glossary(workspace.id, { signal }),
  });
  const changed = (result: KnowledgeImport | null): Promise<void> => {
    setLast(result);
    return queries.invalidateQueries({ queryKey: ['imports', workspace.id] });
  };
  return (
    <div className="stack">
      <p className="soft prose">
        Definitions that exist already: a dbt <code>manifest.json</code> or <code>schema.yml</code>, an Ossie, Snowflake
        or WrenAI model, or a glossary. Models read its descriptions and keys, and the terms that a question names.
      </p>
      {mayCurate && <ImportForm workspace={workspace} onImported={changed} />}
      {last !== null && <ItemList document={last} difference={last.difference} />}
      <QueryState query={documents} what="the imports" />
      {documents.data?.length === 0 && <Empty title="Nothing was imported yet." />}
      <ul className="gold-list">
        {(documents.data ?? []).map((one) => (
          <Imported
            key={`${one.id} ${one.hash}`}
            document={one}
            workspace={workspace}
            mayCurate={mayCurate}
            onRemoved={() => changed(null)}
          />
        ))}
      </ul>
      {(glossary.data?.contradictions ?? []).map(({ term, meanings }) => (
        <section key={term} className="stack-tight" aria-label={`Meanings of ${term}`}>
          <h2 className="gold-question">“{term}” has several meanings</h2>
          <ul className="listed">
            {meanings.map(({ source, text }) => (
              <li key={`${source} ${text}`}>
                {text} <span className="soft small">{source}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <DriftList workspace={workspace} />
    </div>
  );
}

interface ImportedProps {
  document: KnowledgeSummary;
  workspace: WorkspaceView;
  mayCurate: boolean;
  onRemoved: () => Promise<void>;
}

function Imported({ document, workspace, mayCurate, onRemoved }: ImportedProps): ReactElement {
  const { client } = useSession();
  const [open, setOpen] = useState(false);
  const whole = useQuery({
    queryKey: ['imports', workspace.id, document.id, document.hash],
    enabled: open,
    queryFn: ({ signal }) => client.knowledge.get(workspace.id, document.id, { signal }),
  });
  const remove = useMutation({
    mutationFn: () => client.knowledge.remove(workspace.id, document.id),
    onSuccess: onRemoved,
  });
  return (
    <ListedItem title={document.name} remove={mayCurate ? remove : null}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {document.format}: {document.taken} in use, {document.leftOut} left out
        </summary>
        {whole.data !== undefined && <ItemList document={whole.data} difference={null} />}
        {whole.error !== null && <Problem title="It could not be read" error={whole.error} />}
      </details>
    </ListedItem>
  );
}
