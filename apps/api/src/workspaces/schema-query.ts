import { z } from 'zod';

/** Query of `GET /v1/workspaces/:id/schema`; with `refresh` the target database is read anew. */
export const schemaQuerySchema = z.object({ refresh: z.enum(['true', 'false']).default('false') });
