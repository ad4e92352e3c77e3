import type { Page, QuestionView } from '@assay/contracts';
import { type Caller, pageOf, type QuestionsQuery, scopeOf, visibilityOf } from '@assay/contracts/requests';
import type { TaskRuntime } from '@assay/work';
import { readQuestions } from '../sql/read-questions.js';
import { searchQuestions } from '../sql/search-questions.js';
import { questionSeenBy } from './question-reader.js';
import { requireQuestion } from './require-question.js';
import type { WorkspaceRows } from '../workspaces/workspace-rows.js';

export class QuestionList {
  constructor(
    private readonly work: Pick<TaskRuntime, 'database' | 'blocks'>,
    private readonly workspaces: WorkspaceRows,
  ) {}

  /**
   * Newest first; searches question and name.
   * @throws RequestProblem 404
   */
  async page(caller: Caller, query: QuestionsQuery): Promise<Page<QuestionView>> {
    const { workspace, status = null, search = null, follows = null } = query;
    const saved = query.saved === 'true';
    const read = search === null && !saved && follows === null ? readQuestions : searchQuestions;
    const scope =
      workspace === undefined ? scopeOf(caller, 'see') : [(await this.workspaces.find(workspace, caller)).id];
    if (follows !== null) await requireQuestion(this.work.database, follows, caller, 'see');
    const visibility = visibilityOf(caller);
    const { items, nextCursor } = await pageOf(
      query,
      (before, limit) =>
        read(this.work.database, { workspaces: scope, status, before, limit, search, saved, follows, visibility }),
      (row) => questionSeenBy(caller, row, this.work.blocks),
    );
    return { items: await Promise.all(items), nextCursor };
  }
}
