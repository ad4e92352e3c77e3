import { quotaSchema, type Quotas } from '@assay/contracts';
import { z } from 'zod';

export const quotasSchema: z.ZodType<Quotas> = z.strictObject({
  person: quotaSchema.optional(),
  groups: z.record(z.string().min(1), quotaSchema).default({}),
});

export const QUOTAS_FORM =
  '{ "person": { "questionsPerDay": 50, "tokensPerDay": …, "usdPerDay": … }, "groups": { "<group>": { … } } }';
