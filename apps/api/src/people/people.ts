import { Injectable } from '@nestjs/common';
import type { Id } from '@assay/contracts';
import { personNamed, prepared } from '@assay/persistence';
import type { Caller, Person } from '@assay/contracts/requests';
import { TaskRuntime } from '@assay/work';
import { LRUCache } from 'lru-cache';
import type { PersonClaims } from './caller-of-claims.js';

/** How often a person's row is written again. */
const SEEN_MS = 60_000;

interface KnownPerson extends PersonClaims {
  id: Id;
  issuer: string;
  subject: string;
}

const findPerson = prepared<[id: Id], KnownPerson>({
  name: 'find_person',
  text: 'select id, issuer, subject, name, groups, roles from assay.people where id = $1',
}).first;

/** People who signed in, or for whom keys acted. */
@Injectable()
export class People {
  private readonly seen = new LRUCache<Id, string>({ max: 10_000, ttl: SEEN_MS });

  constructor(private readonly work: TaskRuntime) {}

  /**
   * Writes the person's row at the first request, after changes, and now and then. Claims that the token lacks stay: an
   * access token without groups must not lift their quota.
   */
  async note(
    { owner: id, name = null, person }: Caller,
    { roles, groups }: PersonClaims,
    issuer: string,
  ): Promise<void> {
    const state = JSON.stringify([name, roles, groups]);
    if (this.seen.get(id) === state) return;
    await notePerson(this.work.database, { id, issuer, subject: person?.subject ?? '', name, roles, groups });
    this.seen.set(id, state);
  }

  /** The person for whom a key acts, added if new; name and groups of a known person stay. */
  named(issuer: string, subject: string): Promise<Person> {
    return personNamed(this.work.database, issuer, subject);
  }

  /** Null: never seen, or erased. */
  find(id: Id): Promise<KnownPerson | null> {
    return findPerson(this.work.database, id);
  }

  evict(id: Id): void {
    this.seen.delete(id);
  }
}

const notePerson = prepared<[person: Omit<PersonClaims, 'kept'> & { id: Id; issuer: string; subject: string }]>(
  {
    name: 'note_person',
    text: `insert into assay.people as p (id, issuer, subject, name, groups, roles)
     values ($1, $2, $3, $4, coalesce($5::text[], '{}'), $6::text[])
     on conflict (id) do update set name = excluded.name, groups = coalesce($5::text[], p.groups),
       roles = coalesce($6::text[], p.roles), seen_at = now()`,
  },
  ({ id, issuer, subject, name, groups, roles }) => [id, issuer, subject, name, groups, roles],
).run;
