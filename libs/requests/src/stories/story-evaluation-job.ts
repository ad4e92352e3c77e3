import { Allow } from 'class-validator';
import { StoryEvaluationRequest } from './story-evaluation-request.js';

/** What a job `evaluate` brings: the body of `POST /v1/story-evaluations`, and what its headers tell there. */
export class StoryEvaluationJob extends StoryEvaluationRequest {
  /** A text, which is held to the rule of the header; anything else is no key. */
  @Allow()
  idempotencyKey?: unknown;

  /** W3C; one that is none is passed over. */
  @Allow()
  traceparent?: unknown;
}
