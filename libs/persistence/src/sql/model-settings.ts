import type { StoredModels } from '@assay/contracts';
import { prepared } from '../prepared.js';

export const readModelSettings = prepared<[], StoredModels>({
  name: 'read_model_settings',
  text: 'select url, key, models, prices from assay.model_settings',
}).first;

/**
 * In one statement, so that concurrent changes pair no key with another url. Absent parts stay; give a new key with its
 * url.
 */
export const writeModelSettings = prepared<[change: Partial<StoredModels>]>(
  {
    name: 'write_model_settings',
    text: `
      insert into assay.model_settings as held (url, key, models, prices)
      values (case when $1 then $2::text end, case when $3 then $4::text end, coalesce($5::jsonb, '{}'),
        coalesce($6::jsonb, '{}'))
      on conflict (only_row) do update set
        url = case when $1 then $2::text else held.url end,
        key = case when $3 then $4::text
          when not $1 or held.url is not distinct from $2 then held.key end,
        models = coalesce($5::jsonb, held.models),
        prices = coalesce($6::jsonb, held.prices),
        changed_at = now()
      returning only_row`,
  },
  ({ url, key, models, prices }) => [
    url !== undefined,
    url ?? null,
    key !== undefined,
    key ?? null,
    models === undefined ? null : JSON.stringify(models),
    prices === undefined ? null : JSON.stringify(prices),
  ],
).any;

/** Replaces the encrypted key, if `former` is still stored. @returns whether it was */
export const resealModelKey = prepared<[former: string, resealed: string]>({
  name: 'reseal_model_key',
  text: 'update assay.model_settings set key = $2 where key = $1 returning only_row',
}).any;
