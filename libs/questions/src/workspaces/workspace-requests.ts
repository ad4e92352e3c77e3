import { DIALECTS, isId, settingsPatchSchema } from '@assay/contracts';
import { z } from 'zod';

const name = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]*$/u, 'must not contain control characters')
  .refine((text) => text.trim() === text, 'must not begin or end with white space')
  .refine((text) => !isId(text), 'must not look like an id');

/** Body of `POST /v1/connection-checks`, and part of a workspace. */
export const databaseSchema = z.strictObject({
  dialect: z.enum(DIALECTS),
  url: z.string().min(1).max(4000),
  /** True, or the name of the role that is accepted although it may do more than read. */
  acceptPrivileged: z.union([z.boolean(), z.string().min(1).max(200)]).optional(),
  /** Names of functions, extensions, wrappers and servers that the role may use and that are accepted, each by name. */
  accept: z.array(z.string().min(1).max(500)).max(1000).optional(),
});

const directives = z.string().max(50_000);
const evidence = z.array(z.string().min(1)).max(500);

/** Body of `POST /v1/workspaces`. */
export const workspaceCreateSchema = z.strictObject({
  name,
  database: databaseSchema,
  directives: directives.nullable().optional(),
  evidence: evidence.optional(),
  settings: settingsPatchSchema.optional(),
});
export type WorkspaceCreation = z.infer<typeof workspaceCreateSchema>;

/** Body of `PATCH /v1/workspaces/:id`: settings and descriptions are merged, everything else is replaced. */
export const workspaceUpdateSchema = z.strictObject({
  name: name.optional(),
  database: databaseSchema.optional(),
  directives: directives.nullable().optional(),
  evidence: evidence.optional(),
  settings: settingsPatchSchema.optional(),
  /** `table` or `table.column` → text; null removes one. */
  descriptions: z.record(z.string().min(1).max(300), z.string().min(1).max(4000).nullable()).optional(),
});
export type WorkspaceChange = z.infer<typeof workspaceUpdateSchema>;
