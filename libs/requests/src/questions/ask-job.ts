import { Allow, IsOptional } from 'class-validator';
import { IsIdempotencyKey } from '../checks/idempotency-key.js';
import { AskRequest } from './ask-request.js';

/** What a job `ask` brings: the body of `POST /v1/questions`, and what its headers tell there. */
export class AskJob extends AskRequest {
  /** Null is left out, too. */
  @IsIdempotencyKey()
  @IsOptional()
  idempotencyKey?: string | null;

  /** W3C; one that is none is passed over. */
  @Allow()
  traceparent?: unknown;
}
