import type { WorkspaceFilesView, WorkspaceView } from '@assay/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useSession } from '../api/assay.js';
import { Empty } from '../design/empty.js';
import { Problem } from '../design/problem.js';
import { QueryState } from '../design/query-state.js';
import { FilesDrop, UploadProgress } from './files-drop.js';
import { FilesTables } from './files-tables.js';
import { megabytes } from './new-workspace-of-files.js';

export function FilesView({ workspace, editable }: { workspace: WorkspaceView; editable: boolean }): ReactElement {
  const { client, longRequests, upload } = useSession();
  const queries = useQueryClient();
  const [share, setShare] = useState(0);
  const files = useQuery({
    queryKey: ['files', workspace.id],
    queryFn: ({ signal }) => client.workspaces.files(workspace.id, { signal }),
  });
  const changed = (view: WorkspaceFilesView): void => {
    queries.setQueryData(['files', workspace.id], view);
    for (const key of ['schema', 'workspace', 'gold'])
      void queries.invalidateQueries({ queryKey: [key, workspace.id] });
  };
  const put = useMutation({
    mutationFn: (chosen: File[]) => {
      setShare(0);
      const named = chosen.map((file) => ({ name: file.name, content: file }));
      return upload(workspace.id, named, setShare);
    },
    onSuccess: changed,
  });
  const remove = useMutation({
    mutationFn: (name: string) => longRequests.workspaces.removeFile(workspace.id, name),
    onSuccess: changed,
  });
  if (files.data === undefined) return <QueryState query={files} what="the files" />;
  if (!files.data.takesUploads) {
    return (
      <Empty title="There are no uploaded files.">
        <p>This workspace reads its database directly.</p>
      </Empty>
    );
  }
  const isBusy = put.isPending || remove.isPending;
  const used = files.data.files.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <div className="stack">
      {editable && <FilesDrop label="Add or replace files" disabled={isBusy} onFiles={put.mutate} />}
      {put.isPending && <UploadProgress share={share} />}
      {put.error !== null && <Problem title="The files were not taken" error={put.error} />}
      <ul className="workspace-list">
        {files.data.files.map(({ name, bytes }) => (
          <li key={name} className="workspace-item">
            <span>
              {name} <span className="small soft">{megabytes(bytes)}</span>
            </span>
            {editable && (
              <button
                type="button"
                className="button button-danger"
                disabled={isBusy}
                onClick={() => remove.mutate(name)}
                aria-label={`Remove ${name}`}
              >
                Remove
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className="small soft">
        {megabytes(used)} of {megabytes(files.data.mostBytes)}
      </p>
      {remove.error !== null && <Problem title="The file was not removed" error={remove.error} />}
      <FilesTables files={files.data} />
    </div>
  );
}
