import { ApiProblem, ConnectionProblem } from '@assay/client';
import type {
  AskedRequest,
  CallerView,
  ExampleQuestion,
  Id,
  MeView,
  ProfileView,
  Right,
  RowsPage,
  SchemaView,
  WorkspaceView,
} from '@assay/contracts';
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  useQuery,
  type QueryKey,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useSession } from './assay.js';
import { collect } from './collect.js';

const RETRIES = 2;
/** Also the limit for sorting. */
export const ROWS_ON_PAGE = 100;

export function createQueries(): QueryClient {
  /** A session may end, or a key be revoked, at any request: the page then asks who the caller is. */
  const onError = (error: Error, query?: { queryKey: QueryKey }): void => {
    if (!isRefused(error) || query?.queryKey[0] === CALLER) return;
    void queries.invalidateQueries({ queryKey: [CALLER] });
  };
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      queries: {
        // Assay may be local: ignore `navigator.onLine`.
        networkMode: 'always',
        staleTime: 5000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < RETRIES && isRetryable(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return queries;
}

const CALLER = 'caller';

export function isRefused(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 401;
}

/** Outages are. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof ConnectionProblem) return error.code === 'UNREACHABLE';
  return error instanceof ApiProblem && error.retryable;
}

/** Error 401: a key is required. */
export function useCaller(): UseQueryResult<CallerView> {
  const { client } = useSession();
  return useQuery({
    queryKey: [CALLER],
    queryFn: ({ signal }) => client.apiKeys.caller({ signal }),
    staleTime: 60_000,
    // another tab may have signed in
    refetchOnWindowFocus: ({ state }) => state.status === 'error',
  });
}

export function useMe(): UseQueryResult<MeView> {
  const { client } = useSession();
  return useQuery({ queryKey: ['me'], queryFn: ({ signal }) => client.people.me({ signal }), staleTime: 60_000 });
}

/** Whether to show what needs a right; true until known. */
export function useMay(right: Right, workspace?: Id): boolean {
  const scope = useMe().data?.rights[right];
  if (scope === undefined || scope === null) return true;
  return workspace === undefined ? scope.length > 0 : scope.includes(workspace);
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

export function useRows(question: Id, offset = 0): UseQueryResult<RowsPage> {
  const { client } = useSession();
  return useQuery({
    queryKey: ['rows', question, offset],
    queryFn: ({ signal }) =>
      client.questions.rows(question, { offset, limit: ROWS_ON_PAGE, measure: 'true' }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

export function useSchema(workspace: Id, enabled = true): UseQueryResult<SchemaView> {
  const { longRequests } = useSession();
  return useQuery({
    queryKey: ['schema', workspace],
    enabled,
    queryFn: ({ signal }) => longRequests.workspaces.schema(workspace, { signal }),
    staleTime: 60_000,
  });
}

export function useProfile(workspace: Id, enabled = true): UseQueryResult<ProfileView> {
  const { client } = useSession();
  return useQuery({
    queryKey: ['profile', workspace],
    enabled,
    queryFn: ({ signal }) => client.workspaces.profile(workspace, { signal }),
    staleTime: 60_000,
  });
}

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
