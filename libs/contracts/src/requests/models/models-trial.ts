import { IsOptional } from 'class-validator';
import { IsEndpointUrl } from '../checks/is-endpoint-url.js';
import { IsModelKey } from '../checks/is-model-key.js';
import { IsText } from '../checks/is-text.js';
import { Omissible } from '../checks/omissible.js';

/** Body of `POST /v1/models/try`. Absent fields are those in use; a key goes to its own url only. */
export class ModelsTrial {
  @IsEndpointUrl()
  @Omissible()
  url?: string;

  /** Null: without a key. */
  @IsModelKey()
  @IsOptional()
  key?: string | null;

  /** Default: the model of the lowest level. */
  @IsText({ min: 1, max: 200 })
  @Omissible()
  model?: string;
}
