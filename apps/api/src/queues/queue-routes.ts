import { deadLettersQuerySchema } from '@assay/questions';
import type { DocumentedRoute } from '../openapi/routes.js';

const refusals = { 403: 'ADMIN_ONLY', 404: 'QUEUE_NOT_FOUND', 503: 'The queues are away.' };
const queue = '/v1/queues/{queue}';
const letter = '/v1/dead-letters/{task}';

/** Queues and dead letters, for the documentation. */
export const QUEUE_ROUTES: DocumentedRoute[] = [
  {
    method: 'get',
    path: '/v1/queues',
    tag: 'Operations',
    summary: 'Every queue: depth, age of the oldest, failed.',
    answers: { 200: { pageOf: 'Queue' } },
    problems: { 403: 'ADMIN_ONLY', 503: 'The queues are away.' },
  },
  {
    method: 'post',
    path: `${queue}/pause`,
    tag: 'Operations',
    summary: 'Lets no service take a job of this queue; what runs goes on.',
    answers: { 200: { model: 'Queue' } },
    problems: refusals,
  },
  {
    method: 'post',
    path: `${queue}/resume`,
    tag: 'Operations',
    summary: 'Ends a pause.',
    answers: { 200: { model: 'Queue' } },
    problems: refusals,
  },
  {
    method: 'post',
    path: `${queue}/drain`,
    tag: 'Operations',
    summary:
      'Throws waiting jobs away. What is owed to tasks is published again at once; jobs that askers have put on ' +
      '"questions" or "story-evaluations" are gone for good.',
    answers: { 200: { model: 'QueueDrain' } },
    problems: refusals,
  },
  {
    method: 'post',
    path: `${queue}/retry`,
    tag: 'Operations',
    summary: 'Drives its dead letters again, 1000 at most, and lets failed jobs wait again.',
    answers: { 200: { model: 'QueueRetry' } },
    problems: refusals,
  },
  {
    method: 'get',
    path: '/v1/dead-letters',
    tag: 'Operations',
    summary: 'Tasks that ended DEAD, newest first.',
    query: deadLettersQuerySchema,
    answers: { 200: { pageOf: 'DeadLetter' } },
    problems: { 403: 'ADMIN_ONLY', 422: 'VALIDATION_FAILED' },
  },
  {
    method: 'get',
    path: letter,
    tag: 'Operations',
    summary: 'One dead letter: what it was told, and what it did.',
    answers: { 200: { model: 'DeadLetterDetail' } },
    problems: { 403: 'ADMIN_ONLY', 404: 'DEAD_LETTER_NOT_FOUND' },
  },
  {
    method: 'post',
    path: `${letter}/retry`,
    tag: 'Operations',
    summary:
      'Gives the task another life while its stage is open; where its question ended in ERROR, asks the same again.',
    answers: { 200: { model: 'Redriven' } },
    problems: {
      403: 'ADMIN_ONLY',
      404: 'DEAD_LETTER_NOT_FOUND',
      409: 'NOT_DEAD, STAGE_OVER, RUN_DECIDED, RUN_ENDED',
      422: 'VALIDATION_FAILED (the workspace is stricter now than the question was)',
    },
  },
];
