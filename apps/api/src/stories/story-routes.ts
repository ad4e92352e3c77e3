import { z } from 'zod';
import type { STORY_ANSWER_MODELS, STORY_REQUEST_MODELS } from './story-schemas.js';

type AnswerModel = keyof typeof STORY_ANSWER_MODELS | 'Call';

/** One of these routes; fits among the documented routes of the API. */
interface StoryRoute {
  method: 'get' | 'post';
  path: string;
  tag: 'Stories';
  summary: string;
  body?: keyof typeof STORY_REQUEST_MODELS;
  query?: z.ZodType;
  headers?: { name: string; description: string }[];
  answers: Record<number, { model: AnswerModel } | { events: AnswerModel } | { text: string } | { empty: string }>;
  problems?: Record<number, string>;
}

const evaluation = '/v1/story-evaluations/{id}';
const NOT_FOUND = 'STORY_EVALUATION_NOT_FOUND';
const tag = 'Stories';

/** The routes of story evaluations as the documentation tells them. */
export const STORY_ROUTES: readonly StoryRoute[] = [
  {
    method: 'post',
    path: '/v1/story-evaluations',
    tag,
    summary: 'Asks for an evaluation of story candidates, up to 4 MB of them; it goes on in the background.',
    body: 'StoryEvaluationRequest',
    headers: [
      { name: 'Idempotency-Key', description: 'Same key and body: the same evaluation; kept for 24 hours.' },
      { name: 'traceparent', description: 'W3C trace context, continued by the evaluation.' },
    ],
    answers: { 202: { model: 'AcceptedStoryEvaluation' } },
    problems: { 409: 'IDEMPOTENCY_KEY_REUSED', 422: 'VALIDATION_FAILED' },
  },
  {
    method: 'get',
    path: evaluation,
    tag,
    summary: 'One evaluation: how it stands, the ranking and the choice.',
    answers: { 200: { model: 'StoryEvaluation' } },
    problems: { 404: NOT_FOUND },
  },
  {
    method: 'get',
    path: `${evaluation}/record`,
    tag,
    summary: 'Everything that led to the choice.',
    answers: { 200: { model: 'StoryEvaluationRecord' } },
    problems: { 404: NOT_FOUND },
  },
  {
    method: 'get',
    path: `${evaluation}/calls/{callId}`,
    tag,
    summary: 'One model call whole: what its prompt is made of, raw response, normalised form.',
    answers: { 200: { model: 'Call' } },
    problems: { 404: `${NOT_FOUND}, CALL_NOT_FOUND` },
  },
  {
    method: 'get',
    path: `${evaluation}/events`,
    tag,
    summary: 'Events as Server-Sent Events, from the first on; ends after story-evaluation-finished.',
    headers: [{ name: 'Last-Event-ID', description: 'Goes on after this sequence.' }],
    answers: {
      200: { events: 'StoryEvent' },
      204: { empty: 'The evaluation has ended and there is nothing more to send.' },
    },
    problems: { 404: NOT_FOUND },
  },
  {
    method: 'get',
    path: `${evaluation}/tts-schema.json`,
    tag,
    summary: 'One candidate as speech: who speaks, and what is said, in order.',
    query: z.object({ label: z.string().min(1).describe('The candidate.') }),
    answers: { 200: { model: 'TtsSchema' } },
    problems: { 404: `${NOT_FOUND}, CANDIDATE_NOT_FOUND`, 409: 'NO_TTS_SCHEMA', 422: 'VALIDATION_FAILED' },
  },
  {
    method: 'post',
    path: `${evaluation}/cancel`,
    tag,
    summary: 'Asks for the end of the work; the evaluation ends in CANCELLED.',
    answers: { 202: { model: 'AcceptedStoryEvaluation' } },
    problems: { 404: NOT_FOUND, 409: 'ALREADY_FINISHED' },
  },
  {
    method: 'get',
    path: '/v1/story-evaluations/response-formats',
    tag,
    summary: 'The JSON Schemas of the evaluation and of every tool of the evaluators.',
    answers: { 200: { text: 'application/json' } },
  },
  {
    method: 'get',
    path: '/v1/story-evaluations/response-formats/{name}',
    tag,
    summary: 'One of these JSON Schemas.',
    answers: { 200: { text: 'application/schema+json' } },
    problems: { 404: 'RESPONSE_FORMAT_NOT_FOUND' },
  },
];
