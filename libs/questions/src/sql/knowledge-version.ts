import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';

export interface KnowledgeVersion {
  /** Null before the first schema. */
  names: number | null;
  /** Null without imports. */
  imports: string | null;
}

export const readKnowledgeVersion = prepared<[workspace: Id], KnowledgeVersion>({
  name: 'knowledge_version',
  text: `select (select n.version from assay.schema_names n where n.workspace_id = $1) as names,
            (select md5(jsonb_agg(jsonb_build_array(k.id, k.hash, k.name) order by k.id)::text)
             from assay.knowledge k where k.workspace_id = $1) as imports`,
}).value((row) => row ?? { names: null, imports: null });
