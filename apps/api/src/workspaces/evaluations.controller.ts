import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import type { Id, Page, WorkspaceEvaluation, WorkspaceEvaluationDetail } from '@assay/contracts';
import { WorkspaceEvaluations, WorkspaceRows } from '@assay/questions';
import { EvaluationCreate, PageQuery, type Caller } from '@assay/contracts/requests';
import { Needs } from '../access/needs.js';
import { CheckFirst } from '../access/check-first.js';
import { Audited, idOf } from '../audit/audited.js';
import { FromCaller } from '../http/request.js';
import { Documented } from '../openapi/documented.js';

@Controller('v1/workspaces/:id/evaluations')
@Needs({ right: 'readCuration' })
export class EvaluationsController {
  constructor(private readonly evaluations: WorkspaceEvaluations) {}

  @Post()
  @Needs({ right: 'curate', late: true })
  @Audited({
    action: 'evaluation-started',
    about: 'workspace',
    details: (_request, answer) => ({ evaluation: idOf(answer) }),
  })
  @Documented({
    summary: 'Asks each gold SQL as a question, without showing it in prompts, and compares the results.',
    answers: { 202: { model: 'WorkspaceEvaluationDetail' } },
    problems: { 409: 'NO_GOLD_SQLS, EVALUATION_RUNNING', 429: 'QUOTA_EXCEEDED' },
  })
  @CheckFirst(WorkspaceRows, (rows, workspace, caller) => rows.require(workspace, caller, 'curate'))
  start(
    @Param('id') workspace: string,
    @Body() body: EvaluationCreate,
    @FromCaller() caller: Caller,
  ): Promise<WorkspaceEvaluationDetail> {
    return this.evaluations.start(workspace, caller, body);
  }

  @Get()
  @Documented({
    summary: 'Evaluations of a workspace, newest first, each with what has changed since.',
    answers: { 200: { pageOf: 'WorkspaceEvaluation' } },
  })
  list(
    @Param('id') workspace: string,
    @Query() query: PageQuery,
    @FromCaller() caller: Caller,
  ): Promise<Page<WorkspaceEvaluation>> {
    return this.evaluations.list(workspace, caller, query);
  }

  @Get(':evaluation')
  @Documented({
    summary: 'One evaluation with its answers.',
    answers: { 200: { model: 'WorkspaceEvaluationDetail' } },
  })
  get(
    @Param('id') workspace: string,
    @Param('evaluation') evaluation: Id,
    @FromCaller() caller: Caller,
  ): Promise<WorkspaceEvaluationDetail> {
    return this.evaluations.get(workspace, evaluation, caller);
  }

  @Post(':evaluation/cancel')
  @Needs({ right: 'curate', late: true })
  @Audited({
    action: 'evaluation-cancelled',
    about: 'workspace',
    details: ({ params }) => ({ evaluation: params['evaluation'] }),
  })
  @Documented({
    summary: 'Ends an evaluation with its results so far and cancels its open questions.',
    answers: { 202: { model: 'WorkspaceEvaluation' } },
    problems: { 409: 'ALREADY_FINISHED' },
  })
  cancel(
    @Param('id') workspace: string,
    @Param('evaluation') evaluation: Id,
    @FromCaller() caller: Caller,
  ): Promise<WorkspaceEvaluation> {
    return this.evaluations.cancel(workspace, evaluation, caller);
  }
}
