import { Allow } from 'class-validator';
import { StoryEvaluationRequest } from './story-evaluation-request.js';

export class StoryEvaluationJob extends StoryEvaluationRequest {
  /** Texts follow the header's rule; others are ignored. */
  @Allow()
  idempotencyKey?: unknown;

  /** W3C; ignored if invalid. */
  @Allow()
  traceparent?: unknown;
}
