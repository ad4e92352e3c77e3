import { quotaSchema } from '@assay/contracts';
import { z } from 'zod';

/** Daily limits of each person, and of all people of a group together, in all workspaces. */
export const quotasSchema = z.strictObject({
  person: quotaSchema.optional(),
  groups: z.record(z.string().min(1), quotaSchema).default({}),
});
export type Quotas = z.infer<typeof quotasSchema>;

export const QUOTAS_FORM =
  '{ "person": { "questionsPerDay": 50, "tokensPerDay": …, "usdPerDay": … }, "groups": { "<group>": { … } } }';
