import { isId, newId, type GoldSqlView, type Id } from '@assay/contracts';
import { notFound, requireCurator, type Caller } from '@assay/requests';
import type { TaskRuntime } from '@assay/work';
import { winnerOf } from '../record/winner-rows.js';
import { findLiked } from '../sql/find-liked.js';
import { findQuestion } from '../sql/find-question.js';
import { insertLiked } from '../sql/insert-liked.js';
import { goldSqlView } from './gold-sql-view.js';

export interface Liked {
  goldSql: GoldSqlView;
  /** False if liked before. */
  created: boolean;
}

/** Makes gold SQLs of liked winners. */
export class Likes {
  constructor(private readonly work: Pick<TaskRuntime, 'database'>) {}

  /** Makes a gold SQL of the winner, once. @throws RequestProblem 404; 403 `MAY_NOT_CURATE`; 409 `NO_WINNER` */
  async like(question: Id, caller: Caller): Promise<Liked> {
    const found = isId(question) ? await findQuestion(this.work.database, question, caller.workspaces) : null;
    if (!found) throw notFound('question');
    requireCurator(caller);
    const inserted = await insertLiked(this.work.database, {
      id: newId(),
      workspace: found.workspace,
      question: found.question,
      sql: winnerOf(found),
      evidence: found.evidence.length > 0 ? found.evidence.join('\n') : null,
      run: question,
    });
    const row = inserted ?? (await findLiked(this.work.database, question));
    // removed between the two statements
    if (row === null) throw notFound('gold SQL');
    return { created: inserted !== null, goldSql: goldSqlView(row) };
  }
}
