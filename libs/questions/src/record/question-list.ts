import type { Page, QuestionView } from '@assay/contracts';
import type { Caller, QuestionsQuery } from '@assay/requests';
import type { TaskRuntime } from '@assay/work';
import { pageOf } from '../intake/page.js';
import { questionView, readQuestions } from '../sql/read-questions.js';
import { searchQuestions } from '../sql/search-questions.js';
import type { WorkspaceRows } from '../workspaces/workspace-rows.js';

/** Lists of questions. */
export class QuestionList {
  constructor(
    private readonly work: Pick<TaskRuntime, 'database'>,
    private readonly workspaces: WorkspaceRows,
  ) {}

  /** Newest first; the words of question and name are searched. @throws RequestProblem 404 for a workspace outside the caller's scope */
  async page(caller: Caller, query: QuestionsQuery): Promise<Page<QuestionView>> {
    const { workspace, status = null, search = null } = query;
    const saved = query.saved === 'true';
    const read = search === null && !saved ? readQuestions : searchQuestions;
    const scope = workspace === undefined ? caller.workspaces : [(await this.workspaces.find(workspace, caller)).id];
    return pageOf(
      query,
      (before, limit) => read(this.work.database, { workspaces: scope, status, before, limit, search, saved }),
      questionView,
    );
  }
}
