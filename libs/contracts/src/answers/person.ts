import { z } from 'zod';
import { auditEntrySchema } from './audit.js';
import { id } from './fields.js';

const text = z.string().nullable();

/** Data kept about one person, without the records of their questions. */
export const personDataSchema = z.object({
  id,
  issuer: z.string(),
  subject: z.string(),
  name: text,
  groups: z.array(z.string()),
  roles: z.array(z.string()).nullable().describe('Values of the roles claim; null: unknown.'),
  firstSeenAt: z.string(),
  seenAt: z.string(),
  sessions: z.array(z.object({ createdAt: z.string(), usedAt: z.string(), claims: z.record(z.string(), z.unknown()) })),
  questions: z.array(
    z.object({
      id,
      workspace: id,
      status: z.string(),
      question: z.string(),
      evidence: z.array(z.string()),
      identity: z.record(z.string(), z.unknown()).nullable().describe('As whom its statements ran.'),
      createdAt: z.string(),
      name: text,
      summary: text,
      settings: z.record(z.string(), z.unknown()).nullable().describe('As sent.'),
      webhook: text.describe('Where its end was posted.'),
    }),
  ),
  storyEvaluations: z.array(z.object({ id, story: z.string() })),
  corrections: z.array(z.object({ question: id, sql: text, comment: text, createdAt: z.string() })),
  goldSqls: z.array(z.object({ id, workspace: id, question: z.string(), sql: z.string() })),
  evaluations: z.array(z.object({ id, workspace: id })),
  audit: z.array(
    auditEntrySchema
      .pick({ action: true, address: true, workspace: true, question: true, details: true })
      .extend({ at: z.string() }),
  ),
});
export type PersonData = z.infer<typeof personDataSchema>;
