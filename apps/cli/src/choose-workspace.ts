import { ApiProblem, type AssayClient } from '@assay/client';
import { isId, type WorkspaceView } from '@assay/contracts';
import { CliProblem } from './cli-problem.js';

export async function findWorkspace(client: AssayClient, idOrName: string): Promise<WorkspaceView> {
  if (isId(idOrName)) return client.workspaces.get(idOrName);
  const names: string[] = [];
  for await (const workspace of client.workspaces.all()) {
    if (workspace.name === idOrName) return workspace;
    names.push(workspace.name);
  }
  throw new CliProblem(`There is no workspace ${JSON.stringify(idOrName)}. ${namesOf(names)}`);
}

/** Lists known workspaces if the request names an unknown one. */
export async function naming<Answer>(
  client: AssayClient,
  idOrName: string | undefined,
  answer: Promise<Answer>,
): Promise<Answer> {
  return answer.catch(async (error: unknown) => {
    const isUnknown = error instanceof ApiProblem && error.code === 'WORKSPACE_NOT_FOUND';
    if (isUnknown && idOrName !== undefined) await findWorkspace(client, idOrName);
    throw error;
  });
}

export async function onlyWorkspace(client: AssayClient): Promise<WorkspaceView> {
  const { items } = await client.workspaces.list();
  const [only, ...others] = items;
  if (only !== undefined && others.length === 0) return only;
  const names = items.map(({ name }) => name);
  const what = names.length === 0 ? 'There is no workspace to ask.' : 'Which workspace? Name one with --workspace.';
  throw new CliProblem(`${what} ${namesOf(names)}`);
}

function namesOf(names: string[]): string {
  if (names.length === 0) return '`npx assay workspaces add` adds one.';
  const shown = names.slice(0, 10).join(', ');
  return `There are: ${shown}${names.length > 10 ? ', …' : ''}.`;
}
