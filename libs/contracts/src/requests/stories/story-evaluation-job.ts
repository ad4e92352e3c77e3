import { Allow } from 'class-validator';
import { StoryEvaluationRequest } from './story-evaluation-request.js';

export class StoryEvaluationJob extends StoryEvaluationRequest {
  /** A text must be a valid idempotency key; other types are ignored. */
  @Allow()
  idempotencyKey?: unknown;

  /** `PersonOfJob` checks it. */
  @Allow()
  person?: unknown;

  /** W3C; ignored if invalid. */
  @Allow()
  traceparent?: unknown;
}
