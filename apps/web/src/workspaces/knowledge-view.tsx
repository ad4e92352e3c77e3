import type { WorkspaceView } from '@assay/contracts';
import { useState, type FormEvent, type ReactElement } from 'react';
import { linesOf } from '../ask/ask-draft.js';
import { useMay } from '../api/queries.js';
import { TextArea } from '../design/text-field.js';
import { SaveRow } from './save-row.js';
import { useWorkspaceUpdate } from './use-workspace-update.js';

/** @param editable all of it; evidence also by curators */
export function KnowledgeView({ workspace, editable }: { workspace: WorkspaceView; editable: boolean }): ReactElement {
  const mayChangeEvidence = useMay('changeEvidence', workspace.id);
  const mayChange = editable || mayChangeEvidence;
  const [evidence, setEvidence] = useState(workspace.evidence.join('\n'));
  const [directives, setDirectives] = useState(workspace.directives ?? '');
  const change = useWorkspaceUpdate(workspace);
  const lines = linesOf(evidence);
  const changed =
    lines.join('\n') !== workspace.evidence.join('\n') || directives.trim() !== (workspace.directives ?? '').trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!change.isPending)
      change.mutate({ evidence: lines, ...(editable && { directives: directives.trim() || null }) });
  };
  return (
    <form className="stack workspace-form" onSubmit={submit}>
      <TextArea
        label="Evidence"
        hint="One fact per line: what words mean here, how values are stored. Those closest to a question go with it."
        rows={6}
        readOnly={!mayChange}
        value={evidence}
        onText={setEvidence}
      />
      <TextArea
        label="Directives"
        hint="How SQL is to be written for this database."
        rows={4}
        readOnly={!editable}
        value={directives}
        onText={setDirectives}
      />
      {mayChange ? (
        <SaveRow changed={changed} change={change} />
      ) : (
        <p className="small soft">An admin may change this.</p>
      )}
    </form>
  );
}
