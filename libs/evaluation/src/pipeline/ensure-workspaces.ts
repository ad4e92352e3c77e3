import { ApiProblem, type AssayClient } from '@assay/client';
import { isFileDialect } from '@assay/contracts';
import type { Dataset } from '../dataset/dataset.js';
import { EvaluationProblem } from '../evaluation-problem.js';
import type { EvaluatedDatabase } from '../execution/evaluated-database.js';

/**
 * @returns workspace ids by database
 * @throws EvaluationProblem with the setting to change
 */
export async function ensureWorkspaces(
  client: AssayClient,
  { name }: Pick<Dataset, 'name'>,
  databases: readonly EvaluatedDatabase[],
): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  for await (const workspace of client.workspaces.all()) known.set(workspace.name, workspace.id);
  const workspaces = new Map<string, string>();
  for (const { id, dialect, url } of databases) {
    const workspace = `eval-${name}-${id}`;
    const database = { dialect, url };
    const existing = known.get(workspace);
    const request =
      existing === undefined
        ? client.workspaces.create({ name: workspace, database })
        : client.workspaces.update(existing, { database });
    workspaces.set(id, (await request.catch((error: unknown) => refused(id, dialect, error))).id);
  }
  return workspaces;
}

function refused(id: string, dialect: EvaluatedDatabase['dialect'], error: unknown): never {
  if (!(error instanceof ApiProblem)) throw error;
  const variable = isFileDialect(dialect) ? 'ASSAY_FILE_DIRS' : 'ASSAY_TARGET_HOSTS';
  throw new EvaluationProblem(
    `Assay takes no workspace on the database ${id}: ${error.message} (${error.code}). ` +
      `Start it with ${variable} so that it may reach the database.`,
  );
}
