import {
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
  askedBy,
  type Caller,
  invalidFields,
  may,
  pageOf,
  type PageQuery,
  type QuestionCorrection,
  requireRight,
  visibilityOf,
} from '@assay/contracts/requests';
import type { TaskRuntime } from '@assay/work';
import { judgeOutcomes } from '../evaluation/judge-outcomes.js';
import { contradictingGoldSqls } from '../sql/contradicting-gold-sqls.js';
import { countComments, insertCorrection, readOpenComments } from '../sql/corrections.js';
import { requireAsker } from '../asker/identity-of.js';
import { isWithheld, requireQuestion } from '../record/require-question.js';
import type { FoundQuestion } from '../sql/find-question.js';
import type { WorkspaceRows } from '../workspaces/workspace-rows.js';
import type { Likes } from './likes.js';
import { requireReadingSql } from './require-reading-sql.js';

const TRIAL_BYTES = 4 * 1024 * 1024;
/** Approximate: concurrent comments may exceed it. */
const MOST_COMMENTS = 100;

/** Their SQL becomes gold SQLs. */
export class Corrections {
  constructor(
    private readonly work: Pick<TaskRuntime, 'database' | 'databaseCalls'>,
    private readonly workspaces: WorkspaceRows,
    private readonly likes: Likes,
  ) {}

  /**
   * Comments without SQL on questions that the caller may see, newest first. Those under an identity may quote its
   * values. @throws RequestProblem 404
   */
  async openComments(workspace: string, caller: Caller, page: PageQuery): Promise<Page<OpenComment>> {
    const { id } = await this.workspaces.require(workspace, caller, 'readCuration');
    return pageOf(
      page,
      (before, limit) => readOpenComments(this.work.database, id, before, limit, visibilityOf(caller)),
      ({ createdAt, comment, person, identity, settings, ...row }) => ({
        ...row,
        comment: identity && isWithheld({ workspace: id, person, identity, settings }, caller) ? 'withheld' : comment,
        createdAt: createdAt.toISOString(),
      }),
    );
  }

  /** @throws RequestProblem 404; 403 `MAY_NOT_CURATE` for SQL; 409 `NOT_FINISHED` */
  async requireCorrectable(question: Id, caller: Caller, sql?: string): Promise<FoundQuestion> {
    const found = await requireQuestion(this.work.database, question, caller, 'see');
    const mayComment = sql === undefined && may(caller, 'ask', found.workspace, askedBy(found.person, caller));
    if (!mayComment) requireRight(caller, 'curate', found.workspace);
    if (isTerminal(found.status)) return found;
    throw new RequestProblem(
      409,
      'NOT_FINISHED',
      `The question is ${found.status}: there is no answer to correct yet.`,
    );
  }

  /**
   * The SQL runs once, becomes a gold SQL, and updates the judges' tallies. The winner's own SQL is a like.
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
    // its SQL runs as the asker
    if (correction.sql !== undefined) requireAsker(found.settings.asker, found.identity, caller);
    const { sql = null, comment = null } = correction;
    const right = sql === null ? null : await this.requireRunningSql(sql, found, caller, signal);
    if (right === null) await this.requireRoom(question);
    const liked = sql !== null && isSameText(sql, found.winnerSql) ? await this.likes.approve(found, caller) : null;
    const goldSql = sql === null ? null : (liked?.goldSql.id ?? newId());
    const lessons = right === null ? [] : await judgeOutcomes(this.work.database, question, [right], 'later');
    const view = await insertCorrection(this.work.database, {
      id: newId(),
      question,
      sql,
      comment,
      goldSql,
      lessons,
      owner: caller.owner,
      isNewGoldSql: liked === null,
    });
    const [contradicted] = goldSql === null ? [] : await contradictingGoldSqls(this.work.database, [goldSql]);
    return contradicted === undefined ? view : { ...view, contradicts: contradicted.others };
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

function isSameText(sql: string, other: string | null): boolean {
  const bare = (text: string): string => text.replace(/^[\s;]+|[\s;]+$/g, '');
  return other !== null && bare(sql) === bare(other);
}
