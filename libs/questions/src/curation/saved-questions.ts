import type { Id } from '@assay/contracts';
import type { Caller } from '@assay/contracts/requests';
import type { TaskRuntime } from '@assay/work';
import { requireQuestion } from '../record/require-question.js';
import { nameQuestion } from '../sql/name-question.js';

export class SavedQuestions {
  constructor(private readonly work: Pick<TaskRuntime, 'database'>) {}

  /** @throws RequestProblem 404; 403 for questions of others */
  async requireOwn(question: Id, caller: Caller): Promise<void> {
    await requireQuestion(this.work.database, question, caller, 'ask');
  }

  /** Null removes the name. @throws RequestProblem as `requireOwn` */
  async name(question: Id, caller: Caller, name: string | null): Promise<void> {
    const kept = name?.trim() ?? null;
    await this.requireOwn(question, caller);
    await nameQuestion(this.work.database, question, kept);
  }
}
