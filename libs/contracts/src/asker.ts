import { z } from 'zod';
import { extensionNames, functionNames } from './allowed-names.js';
import type { Id } from './ids.js';

/** Variables that are always set. */
export const PERSON_VARIABLES = ['person', 'subject'] as const;

/** A claim with this name means the person's groups, as a JSON array. */
export const GROUPS_CLAIM = 'groups';

const VARIABLE = /^[a-z][a-z0-9_]{0,30}$/;

/** How statements of a question act as the person who asked it. */
export const askerSchema = z
  .strictObject({
    /** `role`: as a role of the database; `variables`: with variables `assay.…` that policies read. */
    mode: z.enum(['role', 'variables']),
    /** Claim by variable (`region` sets `assay.region`); in mode `role`, the claim that names the role, as `role`. */
    claims: z.record(z.string().regex(VARIABLE, 'expected a lower-case name'), z.string().min(1).max(200)).default({}),
    /** Roles that may be taken; mode `role` only. */
    roles: z.array(z.string().min(1).max(63)).max(100).default([]),
    /** Replace the workspace's `allowFunctions` and `allowExtensions`. */
    allowFunctions: functionNames,
    allowExtensions: extensionNames,
  })
  .superRefine(({ mode, claims, roles }, context) => {
    const refuse = (field: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [field], message });
    const names = Object.keys(claims);
    if (mode === 'role') {
      if (names.length !== 1 || names[0] !== 'role') refuse('claims', 'expected the claim of the role, as `role`');
      if (roles.length === 0) refuse('roles', 'expected the roles that may be taken');
      // PostgreSQL reads `none` as the session's own role
      if (roles.some((role) => role.toLowerCase() === 'none' || role.includes('\0')))
        refuse('roles', 'expected names of roles');
      return;
    }
    if (roles.length > 0) refuse('roles', 'are for the mode `role`');
    if (PERSON_VARIABLES.some((name) => names.includes(name))) refuse('claims', 'person and subject are always set');
  });
export type Asker = z.infer<typeof askerSchema>;

/** As whom statements of a question run. Computed when it is accepted. */
export interface Identity {
  person: Id;
  /** Role of the database; null: the workspace's own, with variables. */
  role: string | null;
  /** Value by variable, without the prefix `assay.`. */
  variables: Record<string, string>;
}

/** True if the claims are mapped as when the question was asked, and the role is still allowed. */
export function fitsAsker({ role }: Identity, asked: Asker | null, current: Asker): boolean {
  if (asked === null || mappingOf(asked) !== mappingOf(current)) return false;
  return role === null || current.roles.includes(role);
}

function mappingOf({ mode, claims }: Asker): string {
  return JSON.stringify([mode, Object.entries(claims).sort()]);
}
