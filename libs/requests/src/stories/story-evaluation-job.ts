import { Allow } from 'class-validator';
import { StoryEvaluationRequest } from './story-evaluation-request.js';

/** Payload of a job `evaluate`: the body of `POST /v1/story-evaluations` and its headers. */
export class StoryEvaluationJob extends StoryEvaluationRequest {
  /** Text must satisfy the header's rule; other types are ignored. */
  @Allow()
  idempotencyKey?: unknown;

  /** W3C; ignored if invalid. */
  @Allow()
  traceparent?: unknown;
}
