import { Allow, IsOptional } from 'class-validator';
import { IsIdempotencyKey } from '../checks/idempotency-key.js';
import { AskRequest } from './ask-request.js';

/** Body and headers of `POST /v1/questions`. */
export class AskJob extends AskRequest {
  /** Null counts as absent. */
  @IsIdempotencyKey()
  @IsOptional()
  idempotencyKey?: string | null;

  /** `PersonOfJob` checks it. */
  @Allow()
  person?: unknown;

  /** W3C; ignored if invalid. */
  @Allow()
  traceparent?: unknown;
}
