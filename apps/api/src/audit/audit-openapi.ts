import { AUDIT_ACTIONS, type AuditEntryView } from '@assay/contracts';
import { auditQuerySchema } from '@assay/questions';
import { z } from 'zod';
import type { DocumentedRoute } from '../openapi/routes.js';

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

export const AUDIT_ROUTES: DocumentedRoute[] = [
  {
    method: 'get',
    path: '/v1/audit',
    tag: 'Operations',
    summary: 'Who asked, read rows, liked and changed what, newest first; for admins.',
    query: auditQuerySchema,
    answers: { 200: { pageOf: 'AuditEntry' } },
    problems: { 403: 'ADMIN_ONLY', 404: 'WORKSPACE_NOT_FOUND', 422: 'VALIDATION_FAILED' },
  },
];
