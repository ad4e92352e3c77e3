import type { WorkspaceView } from '@assay/contracts';
import type { WorkspaceUpdate } from '@assay/contracts/requests';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useSession } from '../api/assay.js';

export function useWorkspaceUpdate(workspace: WorkspaceView): UseMutationResult<WorkspaceView, Error, WorkspaceUpdate> {
  const { longRequests } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: WorkspaceUpdate) => longRequests.workspaces.update(workspace.id, changes),
    onSuccess: (changed) => {
      queries.setQueryData(['workspace', workspace.id], changed);
      void queries.invalidateQueries({ queryKey: ['workspaces'] });
      void queries.invalidateQueries({ queryKey: ['schema', workspace.id] });
    },
  });
}
