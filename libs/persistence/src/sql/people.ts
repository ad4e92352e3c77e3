import type { Id } from '@assay/contracts';
import { createHash } from 'node:crypto';
import type { Queryable } from '../database.js';
import { prepared } from '../prepared.js';

/** The same for every sign-in of a subject at an issuer; UUIDv8. */
export function personId(issuer: string, subject: string): Id {
  const hex = createHash('sha256').update(`${issuer}\0${subject}`).digest('hex');
  const variant = ((parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** The person of a subject, for whom a key or a queue acts; added if new, without groups. */
export async function personNamed(
  database: Queryable,
  issuer: string,
  subject: string,
): Promise<{ id: Id; subject: string; groups: [] }> {
  const id = personId(issuer, subject);
  await addPerson(database, id, issuer, subject);
  return { id, subject, groups: [] };
}

const addPerson = prepared<[id: Id, issuer: string, subject: string]>({
  name: 'add_person',
  text: `insert into assay.people (id, issuer, subject) values ($1, $2, $3)
     on conflict (id) do nothing`,
}).run;
