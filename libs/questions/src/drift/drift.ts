import type { DatabaseSchema, DriftView, Id } from '@assay/contracts';
import type { Caller } from '@assay/contracts/requests';
import { VanishedNames } from '@assay/sql';
import type { TaskRuntime } from '@assay/work';
import { goldSqlIds, goldSqlRows } from '../sql/gold-sql-rows.js';
import type { KnowledgeOfWorkspaces } from '../knowledge/applied-knowledge.js';
import { readKnowledgeVersion } from '../sql/knowledge-version.js';
import { goldSqlsSetAside } from '../sql/set-aside-gold-sqls.js';
import { readSchemaNames } from '../sql/schema-names.js';
import type { WorkspaceRows } from '../workspaces/workspace-rows.js';

const MOST_SHOWN = 1000;

/** What a schema change excludes. */
export class Drift {
  constructor(
    private readonly workspaces: WorkspaceRows,
    private readonly work: Pick<TaskRuntime, 'database' | 'blocks'>,
    private readonly knowledge: KnowledgeOfWorkspaces,
  ) {}

  /** By the current snapshot. @throws RequestProblem 404 if the caller may not read curation */
  async of(idOrName: string, caller: Caller): Promise<DriftView> {
    const workspace = await this.workspaces.require(idOrName, caller, 'readCuration');
    const { id, dialect, schemaHash } = workspace;
    const schemaTakenAt = workspace.schemaTakenAt?.toISOString() ?? null;
    if (schemaHash === null) return { schemaTakenAt, goldSqls: [], evidence: [], imports: [] };
    const schema = await this.work.blocks.json<DatabaseSchema>(id, schemaHash);
    const vanished = new VanishedNames(await readSchemaNames(this.work.database, id), schema);
    const named = vanished.isEmpty ? [] : await this.brokenGoldSqls(id, (sql) => vanished.inSql(sql, dialect));
    const refused = await goldSqlsSetAside(this.work.database, id, MOST_SHOWN);
    const goldSqls = [...named, ...refused.map((one) => ({ ...one, missing: [] }))];
    const notes = workspace.evidence.map((text) => ({ text, missing: vanished.inText(text) }));
    const version = await readKnowledgeVersion(this.work.database, id);
    const applied = await this.knowledge.of(this.work.database, id, schemaHash, version);
    const imports = (applied?.documents ?? []).map(({ id: document, name, leftOut }) => ({
      id: document,
      name,
      leftOut,
    }));
    return {
      schemaTakenAt,
      goldSqls,
      evidence: notes.filter(({ missing }) => missing.length > 0),
      imports: imports.filter(({ leftOut }) => leftOut.length > 0),
    };
  }

  private async brokenGoldSqls(workspace: Id, missingIn: (sql: string) => string[]): Promise<DriftView['goldSqls']> {
    const rows = await goldSqlRows(this.work.database, await goldSqlIds(this.work.database, workspace));
    return rows
      .map(({ id, question, sql }) => ({ id, question, missing: missingIn(sql) }))
      .filter(({ missing }) => missing.length > 0);
  }
}
