import { ConnectionProblem, formOf, readProblem, type NamedFile } from '@assay/client';
import type { Id, WorkspaceFilesView } from '@assay/contracts';

/** @param share 0 to 1 */
export type OnProgress = (share: number) => void;

export type UploadFiles = (
  workspace: Id,
  files: readonly NamedFile[],
  onProgress: OnProgress,
) => Promise<WorkspaceFilesView>;

/** XMLHttpRequest, because fetch reports no upload progress. Rejects with ApiProblem or ConnectionProblem. */
export function uploadWith(url: string, apiKey?: string, person?: string): UploadFiles {
  return (workspace, files, onProgress) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', `${url}/v1/workspaces/${encodeURIComponent(workspace)}/files`);
      request.setRequestHeader('accept', 'application/json');
      if (apiKey !== undefined) request.setRequestHeader('authorization', `Bearer ${apiKey}`);
      if (person !== undefined) request.setRequestHeader('x-assay-person', encodeURIComponent(person));
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
      request.onload = () => {
        const { status, statusText, responseText } = request;
        if (status < 300) resolve(JSON.parse(responseText) as WorkspaceFilesView);
        else readProblem(new Response(responseText, { status, statusText })).then(reject, reject);
      };
      request.onerror = () => {
        reject(new ConnectionProblem('UNREACHABLE', url, 'The connection was lost during the upload.'));
      };
      request.send(formOf(files));
    });
}
