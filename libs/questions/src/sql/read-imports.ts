import type { Id } from '@assay/contracts';
import type { KnowledgeItem } from '../documents/index.js';
import { prepared } from '@assay/persistence';

export interface ImportRow {
  id: Id;
  name: string;
  items: KnowledgeItem[];
}

export const readImports = prepared<[workspace: Id], ImportRow>({
  name: 'read_imports',
  text: 'select id, name, items from assay.knowledge where workspace_id = $1 order by id',
}).all;

export const readDescribedPlaces = prepared<[workspace: Id], { places: string[] }>({
  name: 'read_described_places',
  text: 'select coalesce(array_agg(place), array[]::text[]) as places from assay.workspaces w, jsonb_object_keys(w.descriptions) place where w.id = $1',
}).value((row) => row?.places ?? []);
