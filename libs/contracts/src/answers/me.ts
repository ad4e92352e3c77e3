import { z } from 'zod';
import { RIGHT_NAMES, ROLES } from '../roles.js';
import { id } from './fields.js';
import { workspaceUsageSchema } from './workspace.js';

const scope = z.array(id).nullable().describe('Ids of workspaces; null: every workspace.');

export const meSchema = z.object({
  name: z.string().nullable(),
  person: z
    .object({
      id,
      subject: z.string().describe('The claim `sub`, or what a key has sent as `X-Assay-Person`.'),
      groups: z.array(z.string()),
    })
    .nullable()
    .describe('Null: a key, or a caller of an installation without keys.'),
  /** The key that acts for the person. */
  via: z.string().nullable(),
  roles: z.array(z.object({ role: z.enum([...ROLES, 'key', 'curating-key']), workspaces: scope })),
  quotas: z
    .array(workspaceUsageSchema.extend({ group: z.string().nullable().describe('Null: of the person.') }))
    .optional()
    .describe('Of a person: what they, and groups of theirs, have used today of `ASSAY_QUOTAS`.'),
  rights: z.record(z.enum(RIGHT_NAMES), scope).describe('Where the caller has a right; an empty list: nowhere.'),
});
export type MeView = z.infer<typeof meSchema>;
