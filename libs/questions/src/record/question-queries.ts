import { RUN_STATUSES, type QuestionStatus } from '@assay/contracts';
import { z } from 'zod';
import { pageQuerySchema } from '../intake/page.js';

/** Rows of a page where the caller asks for no number. */
const DEFAULT_ROWS = 100;
const MAX_ROWS = 10_000;

const STATUSES = RUN_STATUSES.filter((status): status is QuestionStatus => status !== 'DONE');

/** Query of `GET /v1/questions`. */
export const questionsQuerySchema = pageQuerySchema.extend({
  /** Id or name. */
  workspace: z.string().min(1).max(200).optional(),
  status: z.enum(STATUSES).optional(),
});

/** Query of `GET /v1/questions/:id/rows`. */
export const rowsQuerySchema = z.object({
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  limit: z.coerce.number().int().min(1).max(MAX_ROWS).default(DEFAULT_ROWS),
});
