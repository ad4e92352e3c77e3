import { modelNamesSchema, modelPricesSchema, type ModelNames, type ModelPrices } from '../../index.js';
import { IsOptional } from 'class-validator';
import { IsEndpointUrl } from '../checks/is-endpoint-url.js';
import { IsModelKey } from '../checks/is-model-key.js';
import { Omissible } from '../checks/omissible.js';
import { MeetsSchema } from '../checks/meets-schema.js';

/** Absent fields stay; another url clears the key; a new key needs its url. */
export class ModelsUpdate {
  /** Null: no endpoint. */
  @IsEndpointUrl()
  @IsOptional()
  url?: string | null;

  /** Null removes the key. No response contains it. */
  @IsModelKey()
  @IsOptional()
  key?: string | null;

  /** Replaces all of them. */
  @MeetsSchema(modelNamesSchema)
  @Omissible()
  models?: ModelNames;

  /** Replaces all of them. */
  @MeetsSchema(modelPricesSchema)
  @Omissible()
  prices?: ModelPrices;
}
