import { ApiProblem } from '@assay/client';
import { DOCUMENT_SIZES, type KnowledgeImport, type WorkspaceView } from '@assay/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { useSession } from '../api/assay.js';
import { Field } from '../design/field.js';
import { Problem } from '../design/problem.js';
import { ItemList } from './item-list.js';

interface ImportFormProps {
  workspace: WorkspaceView;
  onImported: (result: KnowledgeImport) => Promise<void>;
}

export function ImportForm({ workspace, onImported }: ImportFormProps): ReactElement {
  const { client } = useSession();
  const [file, setFile] = useState<File | null>(null);
  const read = async (dryRun: boolean): Promise<KnowledgeImport> =>
    client.knowledge.import(workspace.id, (await file?.text()) ?? '', { name: file?.name, dryRun });
  const trial = useMutation({ mutationFn: () => read(true) });
  const take = useMutation({
    mutationFn: () => read(false),
    onSuccess: (result) => {
      setFile(null);
      trial.reset();
      return onImported(result);
    },
  });
  const error = take.error ?? trial.error;
  const refused = error instanceof ApiProblem ? error.errors.find(({ field }) => field === 'document') : undefined;
  const busy = take.isPending || trial.isPending;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (file !== null && !busy) take.mutate();
  };
  return (
    <form className="stack workspace-form" onSubmit={submit}>
      <Field
        label="Document"
        hint={`${DOCUMENT_SIZES}. One of the same name is replaced.`}
        problem={refused === undefined ? null : `It ${refused.message}`}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            className="input"
            accept=".json,.yaml,.yml"
            onChange={(event) => {
              setFile(event.target.files?.[0] ?? null);
              trial.reset();
              take.reset();
            }}
          />
        )}
      </Field>
      {file !== null && (
        <span className="row">
          <button type="submit" className="button button-primary" disabled={busy}>
            Import {file.name}
          </button>
          <button type="button" className="button" disabled={busy} onClick={() => trial.mutate()}>
            Show what would be taken
          </button>
        </span>
      )}
      {error !== null && refused === undefined && <Problem title="It was not imported" error={error} />}
      {trial.data !== undefined && <ItemList document={trial.data} difference={trial.data.difference} />}
    </form>
  );
}
