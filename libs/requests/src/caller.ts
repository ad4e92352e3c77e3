import { RequestProblem, type Id, type RefusalCode } from '@assay/contracts';

export interface Caller {
  /** API key id, or a name without keys. */
  owner: string;
  name?: string | null;
  /** Null for internal callers. */
  address?: string | null;
  workspaces: readonly Id[] | null;
  admin: boolean;
  mayCurate: boolean;
}

/** Internal callers, or no keys. */
export function unrestricted(owner: string): Caller {
  return { owner, workspaces: null, admin: true, mayCurate: true };
}

/** @throws RequestProblem 403 */
export function requireAdmin(caller: Caller): void {
  if (!caller.admin) throw new RequestProblem(403, 'ADMIN_ONLY', 'Only an admin key may do this.');
}

/** @throws RequestProblem 403 */
export function requireCurator(caller: Caller): void {
  if (!caller.mayCurate)
    throw new RequestProblem(403, 'MAY_NOT_CURATE', 'This key may not curate: add or remove gold SQLs and documents.');
}

/** Same for missing and out of scope. */
export function notFound(what: keyof typeof MISSING): RequestProblem {
  return new RequestProblem(404, MISSING[what], `There is no such ${what}.`);
}

const MISSING = {
  workspace: 'WORKSPACE_NOT_FOUND',
  question: 'QUESTION_NOT_FOUND',
  'gold SQL': 'GOLD_SQL_NOT_FOUND',
  evaluation: 'EVALUATION_NOT_FOUND',
  call: 'CALL_NOT_FOUND',
  candidate: 'CANDIDATE_NOT_FOUND',
  'API key': 'API_KEY_NOT_FOUND',
  queue: 'QUEUE_NOT_FOUND',
  'dead letter': 'DEAD_LETTER_NOT_FOUND',
  document: 'DOCUMENT_NOT_FOUND',
  file: 'FILE_NOT_FOUND',
} as const satisfies Record<string, RefusalCode>;
