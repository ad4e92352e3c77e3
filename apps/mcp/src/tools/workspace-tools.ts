import { oneLine, printable, type AssayClient } from '@assay/client';
import type { WorkspaceView } from '@assay/contracts';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answer, answering } from '../tool-answer.js';

const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const;

export function addWorkspaceTools(server: McpServer, client: AssayClient): void {
  server.registerTool(
    'list_workspaces',
    {
      title: 'List workspaces',
      description: 'The databases that questions can be asked of, with their ids, names and SQL dialects.',
      inputSchema: z.strictObject({}),
      annotations: READ_ONLY,
    },
    () =>
      answering(async () => {
        const workspaces: WorkspaceView[] = [];
        for await (const workspace of client.workspaces.all()) workspaces.push(workspace);
        const items = workspaces.map(({ id, name, dialect }) => ({ id, name, dialect }));
        const lines = items.map(({ id, name, dialect }) => `${oneLine(name)} (${dialect}) ${id}`);
        return answer(lines.length > 0 ? lines : ['There are no workspaces.'], { workspaces: items });
      }),
  );
  server.registerTool(
    'show_schema',
    {
      title: 'Show a schema',
      description: 'Tables, columns, keys and examples of a workspace, as the agents that write SQL see them.',
      inputSchema: z.strictObject({ workspace: z.string().min(1).describe('Name or id of the workspace') }),
      annotations: READ_ONLY,
    },
    ({ workspace }) =>
      answering(async () => {
        const { hash, mSchema, schema } = await client.workspaces.schema((await client.workspaces.get(workspace)).id);
        return answer(printable(mSchema).split('\n'), { hash, schema });
      }),
  );
}
