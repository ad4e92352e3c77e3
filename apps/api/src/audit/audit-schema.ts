import { AUDIT_ACTIONS, type AuditEntryView } from '@assay/contracts';
import { z } from 'zod';

const auditEntrySchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  action: z.enum(AUDIT_ACTIONS),
  actor: z.object({ id: z.string(), name: z.string().nullable() }),
  address: z.string().nullable(),
  workspace: z.uuid().nullable(),
  question: z.uuid().nullable(),
  details: z.record(z.string(), z.unknown()),
}) satisfies z.ZodType<AuditEntryView>;

export const AUDIT_ANSWER_MODELS = { AuditEntry: auditEntrySchema } as const;
