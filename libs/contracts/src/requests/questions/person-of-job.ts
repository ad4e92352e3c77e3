import { Matches } from 'class-validator';
import { Omissible } from '../checks/omissible.js';
import { RequestQuery } from '../request-query.js';

/** Subject of a person at the provider, in the standard's limit. PostgreSQL stores no NUL. */
export const SUBJECT_FORM = /^[^\0]{1,255}$/s;

/** For whom a job acts. */
export class PersonOfJob extends RequestQuery {
  @Matches(SUBJECT_FORM, { message: 'must be the subject of a person, of 1 to 255 characters' })
  @Omissible()
  person?: string;
}
