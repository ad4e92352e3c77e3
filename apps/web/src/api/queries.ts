import { ApiProblem, ConnectionProblem } from '@assay/client';
import type { AskedRequest, CallerView, ExampleQuestion, Id, WorkspaceView } from '@assay/contracts';
import { QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSession } from './assay.js';
import { collect } from './collect.js';

const RETRIES = 2;

export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Assay may be local: ignore `navigator.onLine`.
        networkMode: 'always',
        staleTime: 5000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < RETRIES && isWorthATry(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

function isWorthATry(error: unknown): boolean {
  if (error instanceof ConnectionProblem) return error.code === 'UNREACHABLE';
  return error instanceof ApiProblem && error.retryable;
}

/** Error 401: a key is required. */
export function useCaller(): UseQueryResult<CallerView> {
  const { client } = useSession();
  return useQuery({
    queryKey: ['caller'],
    queryFn: ({ signal }) => client.apiKeys.caller({ signal }),
    staleTime: 60_000,
  });
}

export function useWorkspaces(): UseQueryResult<WorkspaceView[]> {
  const { client } = useSession();
  return useQuery({
    queryKey: ['workspaces'],
    queryFn: async ({ signal }) => {
      const all = await collect(client.workspaces.all({ signal }));
      return all.sort((one, other) => one.name.localeCompare(other.name));
    },
  });
}

export function useWorkspace(id: Id | undefined): WorkspaceView | undefined {
  return useWorkspaces().data?.find((workspace) => workspace.id === id);
}

/** Immutable. */
export function useAskedRequest(question: Id): UseQueryResult<AskedRequest> {
  const { client } = useSession();
  return useQuery({
    queryKey: ['asked', question],
    queryFn: ({ signal }) => client.questions.part(question, 'request', { signal }),
    staleTime: Infinity,
  });
}

export function useExampleQuestions(workspace: Id | undefined): UseQueryResult<ExampleQuestion[]> {
  const { client } = useSession();
  return useQuery({
    queryKey: ['examples', workspace],
    enabled: workspace !== undefined,
    queryFn: async ({ signal }) => (await client.workspaces.exampleQuestions(workspace ?? '', { signal })).items,
    staleTime: 60_000,
  });
}
