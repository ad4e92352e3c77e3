import { isId, type Id, type Right } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import { askedBy, may, notFound, requireRight, visibilityOf, type Caller } from '@assay/contracts/requests';
import { isAsker, requireAsker } from '../asker/identity-of.js';
import { findQuestion, type FoundQuestion } from '../sql/find-question.js';

export type AskedQuestion = Pick<FoundQuestion, 'workspace' | 'person' | 'identity' | 'settings'>;

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

/**
 * True if the caller may see that it was asked, its SQL, tests and verdicts, but no values. So may its asker, where the
 * database now shows them other rows.
 */
export function isWithheld({ workspace, person, identity, settings }: AskedQuestion, caller: Caller): boolean {
  const isAnother = askedBy(person, caller) === 'others' || !isAsker(settings.asker, identity, caller);
  return isAnother && !may(caller, 'seeValues', workspace);
}

/** @throws RequestProblem 403 */
export function requireValues(question: AskedQuestion, caller: Caller): void {
  if (!isWithheld(question, caller)) return;
  const { person, settings, identity, workspace } = question;
  if (askedBy(person, caller) === 'me') requireAsker(settings.asker, identity, caller);
  requireRight(caller, 'seeValues', workspace);
}
