import { isId } from '@assay/contracts';
import { z } from 'zod';

/** Body of `POST /v1/api-keys`. */
export const apiKeyCreateSchema = z.strictObject({
  name: z.string().min(1).max(100),
  /** Ids; null or left out for all workspaces. */
  workspaces: z.array(z.string().refine(isId, 'is not an id')).min(1).max(1000).nullable().optional(),
  admin: z.boolean().optional(),
  mayCurate: z.boolean().optional(),
});
