import { ApiProblem, printable, type AssayClient } from '@assay/client';
import type { GoldSqlView, WorkspaceView } from '@assay/contracts';
import {
  ResourceNotFoundError,
  ResourceTemplate,
  type ListResourcesResult,
  type McpServer,
} from '@modelcontextprotocol/server';

export function addWorkspaceResources(server: McpServer, client: AssayClient): void {
  const listed = async (kind: 'schema' | 'gold-sqls', mimeType: string): Promise<ListResourcesResult> => {
    const resources: ListResourcesResult['resources'] = [];
    for await (const workspace of client.workspaces.all()) resources.push(resourceOf(workspace, kind, mimeType));
    return { resources };
  };
  server.registerResource(
    'schema',
    new ResourceTemplate('assay://workspaces/{workspace}/schema', { list: () => listed('schema', 'text/plain') }),
    { title: 'Schema', description: 'A database as the agents that write SQL see it.', mimeType: 'text/plain' },
    async (uri, variables) => {
      const { mSchema } = await found(uri, () => client.workspaces.schema(workspaceIn(variables)));
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: printable(mSchema) }] };
    },
  );
  server.registerResource(
    'gold-sqls',
    new ResourceTemplate('assay://workspaces/{workspace}/gold-sqls', {
      list: () => listed('gold-sqls', 'application/json'),
    }),
    { title: 'Gold SQLs', description: 'Questions of a workspace with a right answer.', mimeType: 'application/json' },
    async (uri, variables) => {
      const goldSqls: GoldSqlView[] = [];
      await found(uri, async () => {
        for await (const goldSql of client.goldSqls.all(workspaceIn(variables))) goldSqls.push(goldSql);
      });
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(goldSqls, null, 2) }] };
    },
  );
}

function resourceOf(
  { id, name }: WorkspaceView,
  kind: 'schema' | 'gold-sqls',
  mimeType: string,
): ListResourcesResult['resources'][number] {
  const what = kind === 'schema' ? 'Schema' : 'Gold SQLs';
  return { uri: `assay://workspaces/${id}/${kind}`, name: `${name} ${kind}`, title: `${what} of ${name}`, mimeType };
}

async function found<Resource>(uri: URL, read: () => Promise<Resource>): Promise<Resource> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) throw new ResourceNotFoundError(uri.href, error.message);
    throw error;
  }
}

function workspaceIn({ workspace }: Record<string, string | string[]>): string {
  return String(workspace);
}
