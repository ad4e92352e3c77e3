import { isId, type Id } from '@assay/contracts';
import { notFound, type Caller } from '@assay/requests';
import type { TaskRuntime } from '@assay/work';
import { nameQuestion } from '../sql/name-question.js';

/** Questions saved under a name. */
export class SavedQuestions {
  constructor(private readonly work: Pick<TaskRuntime, 'database'>) {}

  /** Names a question; null removes the name. @throws RequestProblem 404 */
  async name(question: Id, caller: Caller, name: string | null): Promise<void> {
    const kept = name?.trim() ?? null;
    const known = isId(question) && (await nameQuestion(this.work.database, question, caller.workspaces, kept));
    if (!known) throw notFound('question');
  }
}
