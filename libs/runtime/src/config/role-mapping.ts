import { isId, ROLES, type Id, type Role } from '@assay/contracts';
import { z } from 'zod';

const scopeSchema = z.union([z.literal('all'), z.array(z.string().refine(isId)).min(1)]);

/** Roles by value of the roles claim; `*`: everyone who signs in. */
export const roleMappingSchema = z.record(z.string().min(1), z.partialRecord(z.enum(ROLES), scopeSchema));
export type RoleMapping = Record<string, Partial<Record<Role, 'all' | Id[]>>>;

export const ROLE_MAPPING_FORM = `{ "<value of the claim, or *>": { "${ROLES.join(' | ')}": "all" or ["<workspace id>", …] } }`;
