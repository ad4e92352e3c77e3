import { z } from 'zod';

/** Body of `POST /v1/workspaces/:id/gold-sqls`. */
export const goldSqlCreateSchema = z.strictObject({
  question: z.string().min(1).max(8000),
  sql: z.string().min(1).max(100_000),
  evidence: z.string().min(1).max(50_000).nullable().optional(),
});
