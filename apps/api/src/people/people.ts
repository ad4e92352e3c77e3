import { Injectable } from '@nestjs/common';
import type { Id } from '@assay/contracts';
import { personNamed, prepared } from '@assay/persistence';
import type { Caller, Person } from '@assay/contracts/requests';
import { TaskRuntime } from '@assay/work';
import { LRUCache } from 'lru-cache';

/** How often a person's row is written again. */
const SEEN_MS = 60_000;

/** People who signed in, or for whom keys acted. */
@Injectable()
export class People {
  private readonly seen = new LRUCache<Id, string>({ max: 10_000, ttl: SEEN_MS });

  constructor(private readonly work: TaskRuntime) {}

  /** Writes the person's row at the first request, after changes, and now and then. */
  async note({ name = null, person }: Caller, issuer: string): Promise<void> {
    if (!person) return;
    const { id, subject, groups } = person;
    const state = JSON.stringify([name, groups]);
    if (this.seen.get(id) === state) return;
    await notePerson(this.work.database, { id, issuer, subject, name, groups });
    this.seen.set(id, state);
  }

  /** The person for whom a key acts, added if new; name and groups of a known person stay. */
  named(issuer: string, subject: string): Promise<Person> {
    return personNamed(this.work.database, issuer, subject);
  }

  evict(id: Id): void {
    this.seen.delete(id);
  }
}

const notePerson = prepared<[person: Person & { issuer: string; name: string | null }]>(
  {
    name: 'note_person',
    text: `insert into assay.people (id, issuer, subject, name, groups) values ($1, $2, $3, $4, $5)
     on conflict (id) do update set name = excluded.name, groups = excluded.groups, seen_at = now()`,
  },
  ({ id, issuer, subject, name, groups }) => [id, issuer, subject, name, groups],
).run;
