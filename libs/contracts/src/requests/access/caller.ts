import { RequestProblem, RIGHT_NAMES, type Id, type MeView, type RefusalCode, type Right } from '../../index.js';
import { RIGHTS, type AnyRole, type AskerKind } from './rights.js';

/** A role in some workspaces; null: in all. */
export interface Grant {
  role: AnyRole;
  workspaces: readonly Id[] | null;
}

export interface Person {
  /** Derived from issuer and subject. */
  id: Id;
  subject: string;
  groups: readonly string[];
  /** Absent: unknown, and so are the groups. Never served. */
  claims?: Readonly<Record<string, unknown>> | undefined;
}

export interface Caller {
  /** Id of the person or the API key, or a name without keys. Owns idempotency keys and stories. */
  owner: string;
  name?: string | null;
  /** Null for internal callers. */
  address?: string | null;
  grants: readonly Grant[];
  /** Null: a key, a queue, or an installation without keys. */
  person?: Person | null;
  /** A key that may send `X-Assay-Person`. */
  mayActFor?: boolean;
  /** False: a key that may not curate, even as an admin. Default true. */
  mayCurate?: boolean;
  /** The key that acts for the person. */
  via?: string | null;
}

/** Workspace ids; null: all. */
export type Scope = readonly Id[] | null;

/** For internal callers, and for everybody where no API keys are configured. */
export function unrestricted(owner: string): Caller {
  return { owner, grants: [{ role: 'admin', workspaces: null }] };
}

/** Asks under the person's name, and curates if the key may. Never an admin. */
export function actingFor(key: Caller, person: Person): Caller {
  const role = scopeOf(key, 'curate')?.length === 0 ? 'asker' : 'curator';
  const { address, owner: via } = key;
  return {
    owner: person.id,
    name: person.subject,
    address,
    person,
    via,
    grants: [{ role, workspaces: scopeOf(key, 'use') }],
  };
}

/** Where the caller has a right; `of` limits it to a kind of question. */
export function scopeOf(caller: Caller, right: Right, of?: AskerKind): Scope {
  const found = grantsWith(caller, right, of);
  if (found.some(({ workspaces }) => workspaces === null)) return null;
  return [...new Set(found.flatMap(({ workspaces }) => workspaces ?? []))];
}

function grantsWith({ grants, mayCurate = true }: Caller, right: Right, of?: AskerKind): Grant[] {
  if (right === 'curate' && !mayCurate) return [];
  const { roles } = RIGHTS[right];
  return grants.filter(({ role }) => {
    const extent = roles[role];
    return extent !== undefined && (extent === true || of === undefined || extent.includes(of));
  });
}

/** Whether the caller has a right in a workspace, or anywhere if none is named; `operate` then means everywhere. */
export function may(caller: Caller, right: Right, workspace?: Id, of?: AskerKind): boolean {
  if (workspace === undefined && right === 'operate') return scopeOf(caller, right) === null;
  if (workspace === undefined) return grantsWith(caller, right).length > 0;
  return scopeOf(caller, right, of)?.includes(workspace) ?? true;
}

/** @throws RequestProblem 403 */
export function requireRight(caller: Caller, right: Right, workspace?: Id, of?: AskerKind): void {
  if (may(caller, right, workspace, of)) return;
  const { code, message } = REFUSALS[right] ?? NOT_PERMITTED;
  throw new RequestProblem(403, code, message);
}

/** Requires an admin of the workspace, or without one of all. @throws RequestProblem 403 */
export function requireAdmin(caller: Caller, workspace?: Id): void {
  requireRight(caller, 'operate', workspace);
}

const NOT_PERMITTED = { code: 'NOT_PERMITTED', message: 'Your role does not permit this.' } as const;

const REFUSALS: Partial<Record<Right, { code: RefusalCode; message: string }>> = {
  operate: { code: 'ADMIN_ONLY', message: 'Only an admin key or role may do this.' },
  audit: { code: 'ADMIN_ONLY', message: 'Only an admin key, or the role of an admin or auditor, may do this.' },
  changeEvidence: {
    code: 'ADMIN_ONLY',
    message: 'Only an admin key, or the role of an admin or curator, may do this.',
  },
  curate: {
    code: 'MAY_NOT_CURATE',
    message: 'This key or role may not curate: add or remove gold SQLs and documents.',
  },
};

export function askedBy(asker: Id | null, { person }: Caller): AskerKind {
  if (asker === null) return 'nobody';
  return asker === person?.id ? 'me' : 'others';
}

/** Which questions a caller may see, as the database checks it (`assay.sees`). */
export interface Visibility {
  person: Id | null;
  /** By asker: workspaces, null for all. */
  nobody: Scope;
  me: Scope;
  others: Scope;
}

export function visibilityOf(caller: Caller): Visibility {
  return {
    person: caller.person?.id ?? null,
    nobody: scopeOf(caller, 'see', 'nobody'),
    me: scopeOf(caller, 'see', 'me'),
    others: scopeOf(caller, 'see', 'others'),
  };
}

export function meOf(caller: Caller): MeView {
  const { name = null, person = null, via = null, grants } = caller;
  const copy = (scope: Scope): Id[] | null => (scope === null ? null : [...scope]);
  return {
    name,
    person: person && { id: person.id, subject: person.subject, groups: [...person.groups] },
    via,
    roles: grants.map(({ role, workspaces }) => ({ role, workspaces: copy(workspaces) })),
    rights: Object.fromEntries(RIGHT_NAMES.map((right) => [right, copy(scopeOf(caller, right))])) as MeView['rights'],
  };
}
