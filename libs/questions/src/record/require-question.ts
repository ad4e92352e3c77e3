import { isId, type Id, type Right } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import { askedBy, may, notFound, requireRight, visibilityOf, type Caller } from '@assay/contracts/requests';
import { findQuestion, type FoundQuestion } from '../sql/find-question.js';

export type AskedQuestion = Pick<FoundQuestion, 'workspace' | 'person'>;

/**
 * A question that the caller may see and use so.
 * @throws RequestProblem 404 if not visible to the caller; 403 without the right
 */
export async function requireQuestion(
  database: Queryable,
  question: Id,
  caller: Caller,
  right: Right,
): Promise<FoundQuestion> {
  const found = isId(question) ? await findQuestion(database, question, visibilityOf(caller)) : null;
  if (!found) throw notFound('question');
  requireRight(caller, right, found.workspace, askedBy(found.person, caller));
  return found;
}

/** True if the caller may see that it was asked, its SQL, tests and verdicts, but no values. */
export function isWithheld({ workspace, person }: AskedQuestion, caller: Caller): boolean {
  return askedBy(person, caller) === 'others' && !may(caller, 'seeValues', workspace);
}

/** @throws RequestProblem 403 */
export function requireValues(question: AskedQuestion, caller: Caller): void {
  if (isWithheld(question, caller)) requireRight(caller, 'seeValues', question.workspace);
}
