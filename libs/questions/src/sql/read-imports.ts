import type { Id } from '@assay/contracts';
import type { KnowledgeItem } from '@assay/knowledge';
import type { Queryable } from '@assay/persistence';

/** As stored. */
export interface ImportRow {
  id: Id;
  name: string;
  items: KnowledgeItem[];
}

const importsStatement = {
  name: 'read_imports',
  text: 'select id, name, items from assay.knowledge where workspace_id = $1 order by id',
};

/** In the order of their first import. */
export async function readImports(database: Queryable, workspace: Id): Promise<ImportRow[]> {
  return database.query<ImportRow>(importsStatement, [workspace]);
}

const describedStatement = {
  name: 'read_described_places',
  text: 'select coalesce(array_agg(place), array[]::text[]) as places from assay.workspaces w, jsonb_object_keys(w.descriptions) place where w.id = $1',
};

/** Tables and columns described in the workspace itself. */
export async function readDescribedPlaces(database: Queryable, workspace: Id): Promise<string[]> {
  const [row] = await database.query<{ places: string[] }>(describedStatement, [workspace]);
  return row?.places ?? [];
}
