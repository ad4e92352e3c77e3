import {
  EVALUATION_BOUNDS,
  isId,
  newId,
  RequestProblem,
  type EvaluationCondition,
  type Id,
  type Page,
  type WorkspaceEvaluation,
  type WorkspaceEvaluationDetail,
} from '@assay/contracts';
import {
  type Caller,
  type EvaluationCreate,
  notFound,
  pageOf,
  type PageQuery,
  unrestricted,
} from '@assay/contracts/requests';
import type { Config } from '@assay/runtime';
import type { PersonQuotas, TaskRuntime } from '@assay/work';
import { promptsVersion } from '@assay/work/service';
import { refuseAsker } from '../asker/identity-of.js';
import { answeringModels } from '../intake/answering-models.js';
import type { QuestionIntake } from '../intake/question-intake.js';
import { isUniqueViolation } from '../sql/unique-violation.js';
import {
  cancelEvaluation,
  insertEvaluation,
  openRunsOf,
  readEvaluation,
  readEvaluationAnswers,
  readEvaluations,
  type EvaluationRow,
} from '../sql/workspace-evaluations.js';
import type { WorkspaceRows } from '../workspaces/workspace-rows.js';
import type { CheckedWorkspace } from '../workspaces/workspace-view.js';
import { passHatK } from './pass-hat-k.js';

/** Asks the question of each gold SQL, without that gold SQL in its prompts. */
export class WorkspaceEvaluations {
  private readonly prompts = promptsVersion();

  constructor(
    private readonly work: Pick<TaskRuntime, 'database'>,
    private readonly workspaces: WorkspaceRows,
    private readonly intake: Pick<QuestionIntake, 'cancel'>,
    private readonly config: Pick<Config, 'models'>,
    private readonly quotas: Pick<PersonQuotas, 'within'>,
  ) {}

  /**
   * @throws RequestProblem as `WorkspaceRows.require`; 403 if the workspace answers as the asker; 409 `NO_GOLD_SQLS`,
   * `EVALUATION_RUNNING`; 429 `QUOTA_EXCEEDED`
   */
  async start(workspace: string, caller: Caller, { repeats }: EvaluationCreate): Promise<WorkspaceEvaluationDetail> {
    const { id: workspaceId, schemaHash, settings } = await this.workspaces.require(workspace, caller, 'curate');
    refuseAsker(settings.asker);
    const id = newId();
    const most = Math.floor(EVALUATION_BOUNDS.mostQuestions / repeats);
    const evaluation = {
      id,
      workspace: workspaceId,
      repeats,
      most,
      schemaHash,
      owner: caller.owner,
      models: await answeringModels(this.config.models),
      prompts: this.prompts,
    };
    const questions = await this.quotas
      .within(caller.person?.id ?? null, (database) => insertEvaluation(database, evaluation))
      .catch(alreadyRunning);
    if (questions > 0) return this.get(workspace, id, caller);
    throw new RequestProblem(409, 'NO_GOLD_SQLS', 'The workspace has no gold SQL to ask.');
  }

  /** Newest first. @throws RequestProblem 404 */
  async list(workspace: string, caller: Caller, page: PageQuery): Promise<Page<WorkspaceEvaluation>> {
    const found = await this.workspaces.require(workspace, caller, 'readCuration');
    const models = await answeringModels(this.config.models);
    return pageOf(
      page,
      (before, limit) => readEvaluations(this.work.database, found.id, before, limit),
      (row) => this.viewOf(row, found, models),
    );
  }

  /** With its answers. @throws RequestProblem 404 */
  async get(workspace: string, evaluation: Id, caller: Caller): Promise<WorkspaceEvaluationDetail> {
    const found = await this.workspaces.require(workspace, caller, 'readCuration');
    const row = isId(evaluation) ? await readEvaluation(this.work.database, found.id, evaluation) : null;
    if (row === null) throw notFound('evaluation');
    const models = await answeringModels(this.config.models);
    return { ...this.viewOf(row, found, models), answers: await readEvaluationAnswers(this.work.database, row.id) };
  }

  /** Ends it early and cancels its open questions. @throws RequestProblem 404; 403; 409 `ALREADY_FINISHED` */
  async cancel(workspace: string, evaluation: Id, caller: Caller): Promise<WorkspaceEvaluation> {
    await this.workspaces.require(workspace, caller, 'curate');
    await this.get(workspace, evaluation, caller);
    if (!(await cancelEvaluation(this.work.database, evaluation))) {
      throw new RequestProblem(409, 'ALREADY_FINISHED', 'The evaluation has ended already.');
    }
    const runs = await openRunsOf(this.work.database, evaluation);
    // some may have ended already
    await Promise.allSettled(runs.map((run) => this.intake.cancel(run, unrestricted(caller.owner))));
    return this.get(workspace, evaluation, caller);
  }

  private viewOf(
    row: EvaluationRow,
    workspace: CheckedWorkspace,
    answering: Record<string, string>,
  ): WorkspaceEvaluation {
    const { id, repeats, outcomes, right, finishedAt, cancelled } = row;
    const { right: rights = 0, wrong = 0, failed = 0, error = 0 } = outcomes;
    const done = finishedAt !== null && !cancelled;
    return {
      id,
      workspace: row.workspace,
      status: cancelled ? 'CANCELLED' : finishedAt === null ? 'RUNNING' : 'DONE',
      repeats,
      goldSqls: right.length,
      outcomes: { right: rights, wrong, failed, error },
      passHatK: done ? passHatK(right, repeats) : [],
      waitingFor: row.waitingFor,
      changedSince: this.changedSince(row, workspace, answering),
      models: [...new Set(Object.values(row.models))].sort(),
      createdAt: row.createdAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
    };
  }

  private changedSince(
    { schemaHash, models, prompts }: EvaluationRow,
    workspace: CheckedWorkspace,
    answering: Record<string, string>,
  ): EvaluationCondition[] {
    const changed: [EvaluationCondition, boolean][] = [
      ['schema', schemaHash !== workspace.schemaHash],
      ['models', textOf(models) !== textOf(answering)],
      ['prompts', prompts !== this.prompts],
    ];
    return changed.filter(([, differs]) => differs).map(([condition]) => condition);
  }
}

function textOf(models: Record<string, string>): string {
  return JSON.stringify(Object.entries(models).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function alreadyRunning(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw new RequestProblem(409, 'EVALUATION_RUNNING', 'An evaluation of the workspace is running already.');
}
