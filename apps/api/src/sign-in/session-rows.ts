import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';
import type { PersonClaims } from '../people/caller-of-claims.js';

export interface NewSession {
  id: Id;
  person: Id;
  secretHash: string;
  claims: PersonClaims;
  providerSession: string | null;
  /** Sealed. */
  tokens: string;
}

export interface SessionRow {
  id: Id;
  person: Id;
  subject: string;
  claims: PersonClaims;
  tokens: string;
  /** Its cookie is the current one, and old enough for another. */
  rotates: boolean;
  /** The provider has to be asked again. */
  outdated: boolean;
}

export interface SessionTimes {
  /** Since sign-in. */
  hours: number;
  /** Without a request. */
  idleMinutes: number;
}

const ROTATION_MINUTES = 60;
/** The previous cookie serves requests that were under way. */
const GRACE_SECONDS = 60;
/** A removed role is noticed within this time, if the provider gives refresh tokens. */
const CLAIMS_MINUTES = 5;

const IS_ALIVE = 's.created_at > now() - make_interval(hours => $2) and s.used_at > now() - make_interval(mins => $3)';

const COLUMNS = `s.id, s.person_id as person, p.subject, s.claims, s.tokens,
       s.claims_checked_at < now() - interval '${CLAIMS_MINUTES} minutes' as outdated`;

export const insertSession = prepared<[session: NewSession]>(
  {
    name: 'insert_session',
    text: `insert into assay.sessions (id, person_id, secret_hash, claims, provider_session, tokens)
     values ($1, $2, $3, $4, $5, $6)`,
  },
  ({ id, person, secretHash, claims, providerSession, tokens }) => [
    id,
    person,
    secretHash,
    claims,
    providerSession,
    tokens,
  ],
).run;

/** The live session of a cookie, and notes its use at most once a minute. */
export const useSession = prepared<[secretHash: string, times: SessionTimes], SessionRow>(
  {
    name: 'use_session',
    text: `with found as (
       select s.* from assay.sessions s
       where (s.secret_hash = $1
              or s.previous_hash = $1 and s.rotated_at > now() - interval '${GRACE_SECONDS} seconds')
         and ${IS_ALIVE}
     ), used as (
       update assay.sessions s set used_at = now() from found f
       where s.id = f.id and f.used_at < now() - interval '1 minute'
     )
     select ${COLUMNS},
            s.secret_hash = $1 and s.rotated_at < now() - interval '${ROTATION_MINUTES} minutes' as rotates
     from found s join assay.people p on p.id = s.person_id`,
  },
  (secretHash, { hours, idleMinutes }) => [secretHash, hours, idleMinutes],
).first;

/** False if another request has rotated it. */
export const rotateSession = prepared<[session: Id, from: string, to: string]>({
  name: 'rotate_session',
  text: `update assay.sessions set secret_hash = $3, previous_hash = $2, rotated_at = now()
     where id = $1 and secret_hash = $2 returning id`,
}).any;

/** Whether this request asks the provider again. */
export const claimCheck = prepared<[session: Id]>({
  name: 'claim_session_check',
  text: `update assay.sessions set claims_checked_at = now()
     where id = $1 and claims_checked_at < now() - interval '${CLAIMS_MINUTES} minutes' returning id`,
}).any;

/** Of the session, and for quotas and links of the person. */
export const updateClaims = prepared<[session: Id, claims: PersonClaims]>({
  name: 'update_session_claims',
  text: `with s as (update assay.sessions set claims = $2 where id = $1 returning person_id)
     update assay.people p set name = coalesce($2::jsonb ->> 'name', p.name), seen_at = now(),
       groups = array(select jsonb_array_elements_text($2::jsonb -> 'groups')),
       roles = array(select jsonb_array_elements_text($2::jsonb -> 'roles'))
     from s where p.id = s.person_id`,
}).run;

export const updateTokens = prepared<[session: Id, tokens: string]>({
  name: 'update_session_tokens',
  text: 'update assay.sessions set tokens = $2 where id = $1',
}).run;

export const endSession = prepared<[session: Id]>({
  name: 'end_session',
  text: 'delete from assay.sessions where id = $1',
}).run;

/** The provider refuses the person. Their links end, too, unless it admitted another session of theirs just now. */
export const endRefusedSession = prepared<[session: Id, times: SessionTimes]>(
  {
    name: 'end_refused_session',
    text: `with ended as (delete from assay.sessions where id = $1 returning id, person_id)
     update assay.people p set roles = '{}' from ended e where p.id = e.person_id
       and not exists (select from assay.sessions s where s.person_id = e.person_id and s.id <> e.id and ${IS_ALIVE}
         and s.claims_checked_at > now() - interval '${CLAIMS_MINUTES} minutes')`,
  },
  (session, { hours, idleMinutes }) => [session, hours, idleMinutes],
).run;

export const endSessionsOfPerson = prepared<[person: Id]>({
  name: 'end_sessions_of_person',
  text: 'delete from assay.sessions where person_id = $1',
}).run;

export const endProviderSession = prepared<[providerSession: string]>({
  name: 'end_provider_session',
  text: 'delete from assay.sessions where provider_session = $1',
}).run;

export const eraseOldSessions = prepared<[hours: number]>({
  name: 'erase_old_sessions',
  text: 'delete from assay.sessions where created_at < now() - make_interval(hours => $1)',
}).run;

export const liveSession = prepared<[session: Id, times: SessionTimes], Omit<SessionRow, 'rotates'>>(
  {
    name: 'live_session',
    text: `select ${COLUMNS} from assay.sessions s join assay.people p on p.id = s.person_id
     where s.id = $1 and ${IS_ALIVE}`,
  },
  (session, { hours, idleMinutes }) => [session, hours, idleMinutes],
).first;
