import {
  isId,
  isTerminal,
  newId,
  RequestProblem,
  type CorrectionView,
  type Id,
  type OpenComment,
  type Page,
  type ResultTable,
} from '@assay/contracts';
import {
  type Caller,
  invalidFields,
  notFound,
  pageOf,
  type PageQuery,
  type QuestionCorrection,
  requireCurator,
} from '@assay/requests';
import type { TaskRuntime } from '@assay/work';
import { learntOfJudges } from '../evaluation/learnt-of-judges.js';
import { countComments, insertCorrection, readOpenComments } from '../sql/corrections.js';
import { findQuestion, type FoundQuestion } from '../sql/find-question.js';
import type { WorkspaceRows } from '../workspaces/workspace-rows.js';
import { requireReadingSql } from './require-reading-sql.js';

/** Bytes compared of a correction's result. */
const TRIAL_BYTES = 4 * 1024 * 1024;
/** Approximate: concurrent comments may exceed it. */
const MOST_COMMENTS = 100;

/** Users' corrections of answers; their SQL becomes gold SQLs. */
export class Corrections {
  constructor(
    private readonly work: Pick<TaskRuntime, 'database' | 'databaseCalls'>,
    private readonly workspaces: WorkspaceRows,
  ) {}

  /** Comments without SQL, newest first, for curators. @throws RequestProblem 404 */
  async openComments(workspace: string, caller: Caller, page: PageQuery): Promise<Page<OpenComment>> {
    const { id } = await this.workspaces.find(workspace, caller);
    return pageOf(
      page,
      (before, limit) => readOpenComments(this.work.database, id, before, limit),
      ({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }),
    );
  }

  /**
   * Checks that the caller may correct it. @throws RequestProblem 404; 403 `MAY_NOT_CURATE` for SQL; 409 `NOT_FINISHED`
   */
  async requireCorrectable(question: Id, caller: Caller, sql?: string): Promise<FoundQuestion> {
    const found = isId(question) ? await findQuestion(this.work.database, question, caller.workspaces) : null;
    if (!found) throw notFound('question');
    if (sql !== undefined) requireCurator(caller);
    if (isTerminal(found.status)) return found;
    throw new RequestProblem(
      409,
      'NOT_FINISHED',
      `The question is ${found.status}: there is no answer to correct yet.`,
    );
  }

  /**
   * Stores a correction. Its SQL is guarded, run once and made a gold SQL; its result updates the judges' tallies.
   * @throws RequestProblem as `requireCorrectable`; 422 naming `sql` if refused or failed; 409 `TOO_MANY_COMMENTS`;
   * InfrastructureError while the database is unreachable
   */
  async correct(
    question: Id,
    caller: Caller,
    correction: QuestionCorrection,
    signal: AbortSignal,
  ): Promise<CorrectionView> {
    const found = await this.requireCorrectable(question, caller, correction.sql);
    const { sql = null, comment = null } = correction;
    const right = sql === null ? null : await this.requireRunningSql(sql, found, caller, signal);
    if (right === null) await this.requireRoom(question);
    const goldSql = sql === null ? null : newId();
    const lessons = right === null ? [] : await learntOfJudges(this.work.database, question, [right], 'later');
    return insertCorrection(this.work.database, { id: newId(), question, sql, comment, goldSql, lessons });
  }

  private async requireRoom(question: Id): Promise<void> {
    if ((await countComments(this.work.database, question)) < MOST_COMMENTS) return;
    throw new RequestProblem(409, 'TOO_MANY_COMMENTS', `A question has at most ${MOST_COMMENTS} comments.`);
  }

  private async requireRunningSql(
    sql: string,
    { id, workspace, settings }: FoundQuestion,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<ResultTable> {
    await requireReadingSql(sql, await this.workspaces.find(workspace, caller));
    const { statementTimeoutMs, maxRows } = settings;
    const limits = { statementTimeoutMs, maxRows, maxBytes: TRIAL_BYTES };
    const { answer } = await this.work.databaseCalls.ask<'rows'>(
      { run: null, workspace, signal },
      { kind: 'rows', sql, limits, offset: 0, limit: maxRows, askedBy: { question: id, owner: caller.owner } },
    );
    if ('refusal' in answer) throw invalidFields([{ field: 'sql', message: `is refused: ${answer.refusal}` }]);
    if ('error' in answer) throw invalidFields([{ field: 'sql', message: `fails: ${answer.error.message}` }]);
    return answer.result;
  }
}
