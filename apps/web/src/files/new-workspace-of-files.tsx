import { UPLOADS_URL, WORKSPACE_NAME_CHARACTERS, type Id, type WorkspaceFilesView } from '@assay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { Link } from 'wouter';
import { useSession } from '../api/assay.js';
import { TextField } from '../design/text-field.js';
import { Problem } from '../design/problem.js';
import { FilesDrop, UploadProgress } from './files-drop.js';
import { FilesTables } from './files-tables.js';

export function NewWorkspaceOfFiles(): ReactElement {
  const { longRequests, upload } = useSession();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [files, setFiles] = useState<File[]>([]);
  const [share, setShare] = useState(0);
  const suggested = (files[0]?.name ?? '').replace(/(?:\.[a-z]+)+$/i, '');
  const create = useMutation({
    mutationFn: async (): Promise<{ id: Id; view: WorkspaceFilesView }> => {
      setShare(0);
      const database = { dialect: 'duckdb', url: UPLOADS_URL } as const;
      const { id } = await longRequests.workspaces.create({ name: name.trim() || suggested, database });
      try {
        const named = files.map((file) => ({ name: file.name, content: file }));
        return { id, view: await upload(id, named, setShare) };
      } catch (error) {
        await longRequests.workspaces.remove(id).catch(() => undefined);
        throw error;
      }
    },
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['workspaces'] }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!create.isPending && files.length > 0) create.mutate();
  };
  const add = (chosen: File[]): void => {
    create.reset();
    const kept = files.filter((file) => !chosen.some((other) => other.name === file.name));
    setFiles([...kept, ...chosen]);
  };
  if (create.data !== undefined) {
    return (
      <div className="stack" role="status">
        <p>The files are tables now:</p>
        <FilesTables files={create.data.view} />
        <div className="row">
          <Link href={`/?workspace=${create.data.id}`} className="button button-primary">
            Ask about them
          </Link>
          <Link href={`/workspaces/${create.data.id}/files`} className="button">
            Show the files
          </Link>
        </div>
      </div>
    );
  }
  return (
    <form className="stack" onSubmit={submit}>
      <FilesDrop label="Files to ask about" disabled={create.isPending} onFiles={add} />
      {files.length > 0 && (
        <ul className="small listed">
          {files.map((file) => (
            <li key={file.name}>
              {file.name}, {megabytes(file.size)}
            </li>
          ))}
        </ul>
      )}
      <TextField
        label="Name"
        hint="Without one, the workspace is named after its first file."
        placeholder={suggested}
        maxLength={WORKSPACE_NAME_CHARACTERS}
        autoComplete="off"
        value={name}
        onText={(text) => {
          create.reset();
          setName(text);
        }}
      />
      {create.error !== null && <Problem title="The workspace was not made" error={create.error} />}
      {create.isPending && <UploadProgress share={share} />}
      <div>
        <button type="submit" className="button button-primary" disabled={create.isPending || files.length === 0}>
          Create the tables
        </button>
      </div>
    </form>
  );
}

export function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
