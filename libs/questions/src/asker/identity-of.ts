import { GROUPS_CLAIM, RequestProblem, type Asker, type Id, type Identity } from '@assay/contracts';
import { claimValues, type Caller, type Person } from '@assay/contracts/requests';
import { isDeepStrictEqual } from 'node:util';

/**
 * As whom the caller's statements run; null without the setting.
 * @throws RequestProblem 403 `ASKER_UNKNOWN` without a person, `ASKER_CLAIM_MISSING`
 */
export function identityOf(asker: Asker | null | undefined, { person }: Caller): Identity | null {
  if (!asker) return null;
  if (!person) throw new RequestProblem(403, 'ASKER_UNKNOWN', UNKNOWN);
  const { id, subject } = person;
  if (asker.mode === 'role') return { person: id, role: roleOf(asker, person), variables: {} };
  const mapped = Object.entries(asker.claims).map(([variable, claim]) => [variable, valueOf(claim, person)] as const);
  return { person: id, role: null, variables: { ...Object.fromEntries(mapped), person: id, subject } };
}

/**
 * Rows of a question are read by its asker, as at the time of the question.
 * @throws RequestProblem 403 `NOT_THE_ASKER`, and as `identityOf`
 */
export function requireAsker(asker: Asker | null | undefined, asked: Identity | null, caller: Caller): void {
  const identity = identityOf(asker, caller);
  if (identity === null || isDeepStrictEqual(identity, asked)) return;
  const message =
    asked?.person === identity.person ? 'What the database shows you has changed since: ask again.' : NOT_THE_ASKER;
  throw new RequestProblem(403, 'NOT_THE_ASKER', message);
}

/** Whether a question's statements would run for the caller as when it was asked. */
export function isAsker(asker: Asker | null | undefined, asked: Identity | null, caller: Caller): boolean {
  try {
    requireAsker(asker, asked, caller);
    return true;
  } catch (error) {
    if (error instanceof RequestProblem) return false;
    throw error;
  }
}

/** @throws RequestProblem 403 `NOT_THE_ASKER` */
export function requireSamePerson(asker: Asker | null | undefined, person: Id | null, caller: Caller): void {
  if (asker && person !== (caller.person?.id ?? null)) throw new RequestProblem(403, 'NOT_THE_ASKER', NOT_THE_ASKER);
}

export function refuseAsker(asker: Asker | null | undefined): void {
  if (asker)
    throw new RequestProblem(
      403,
      'NOT_THE_ASKER',
      'This workspace answers only people, each from the rows they may see.',
    );
}

const UNKNOWN = 'This workspace shows each person different rows, and the request names no person.';
const NOT_THE_ASKER = 'This workspace shows each person different rows: only the person who asked may do this.';
const NO_CLAIMS = 'keys that act for people have none. Sign in, or send the token of the person';

function roleOf({ claims, roles }: Asker, person: Person): string {
  const claim = claims['role'] ?? '';
  const mapped = claim === GROUPS_CLAIM && person.claims ? person.groups : claimValues(person.claims ?? {}, claim);
  const [role, ...others] = roles.filter((name) => mapped.includes(name));
  if (role !== undefined && others.length === 0) return role;
  throw missing(
    claim,
    role === undefined ? 'names no role of this workspace' : 'names several roles of this workspace',
    person,
  );
}

/** One text, number or truth value; groups as a JSON array. */
function valueOf(claim: string, person: Person): string {
  const { claims, groups } = person;
  if (claim === GROUPS_CLAIM && claims) return JSON.stringify([...groups].sort());
  const [value, ...others] = claimValues(claims ?? {}, claim);
  const isOne = others.length === 0 && ['string', 'number', 'boolean'].includes(typeof value);
  const text = String(value);
  if (isOne && text !== '' && !text.includes('\0')) return text;
  throw missing(claim, 'has not exactly one value', person);
}

function missing(claim: string, why: string, { claims }: Person): RequestProblem {
  const reason = claims ? `your claim "${claim}" ${why}` : `your claim "${claim}" is unknown: ${NO_CLAIMS}`;
  const message = `This workspace shows each person different rows, and ${reason}.`;
  return new RequestProblem(403, 'ASKER_CLAIM_MISSING', message);
}
