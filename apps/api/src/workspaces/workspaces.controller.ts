import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import type {
  GoldSqlView,
  Id,
  OpenComment,
  Page,
  ProfileView,
  SchemaView,
  WorkspaceUsage,
  WorkspaceView,
} from '@assay/contracts';
import { Corrections, GoldSqls, WorkspaceRows, WorkspaceStore } from '@assay/questions';
import {
  GoldSqlCreate,
  PageQuery,
  may,
  requireAdmin,
  SchemaQuery,
  WorkspaceCreate,
  WorkspaceUpdate,
  type Caller,
} from '@assay/contracts/requests';
import { InjectConfig, InjectLogger, type Config, type Logger } from '@assay/runtime';
import { Needs } from '../access/needs.js';
import { CheckFirst } from '../access/check-first.js';
import { Audited, changedFields, idOf } from '../audit/audited.js';
import { FromCaller } from '../http/request.js';
import { Documented } from '../openapi/documented.js';

@Controller('v1/workspaces')
@Needs({ right: 'use' })
export class WorkspacesController {
  constructor(
    private readonly store: WorkspaceStore,
    private readonly goldSqls: GoldSqls,
    private readonly corrections: Corrections,
    @InjectConfig() private readonly config: Config,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  @Post()
  @Audited({ action: 'workspace-created', details: changedFields })
  @Documented({
    summary: 'Creates a workspace for a target database after checking the connection.',
    answers: { 201: { model: 'Workspace' } },
    problems: { 409: 'NAME_TAKEN', 422: 'DATABASE_UNREACHABLE, TARGET_HOST_FORBIDDEN, ROLE_TOO_POWERFUL' },
  })
  @Needs({ right: 'operate' })
  async create(@Body() workspace: WorkspaceCreate): Promise<WorkspaceView> {
    return this.warned(await this.store.create(workspace));
  }

  @Get()
  @Documented({
    summary: 'Workspaces that the key opens.',
    answers: { 200: { pageOf: 'Workspace' } },
  })
  list(@FromCaller() caller: Caller, @Query() query: PageQuery): Promise<Page<WorkspaceView>> {
    return this.store.list(caller, query);
  }

  @Get(':id')
  @Documented({
    summary: 'One workspace, by id or name.',
    answers: { 200: { model: 'Workspace' } },
  })
  get(@Param('id') workspace: string, @FromCaller() caller: Caller): Promise<WorkspaceView> {
    return this.store.get(workspace, caller);
  }

  @Patch(':id')
  @Audited({ action: 'workspace-changed', about: 'workspace', details: changedFields })
  @Documented({
    summary:
      'Changes a workspace. Settings and descriptions are merged, other fields replaced. Curators may change only evidence.',
    answers: { 200: { model: 'Workspace' } },
    problems: { 409: 'NAME_TAKEN', 422: 'DATABASE_UNREACHABLE, TARGET_HOST_FORBIDDEN, ROLE_TOO_POWERFUL' },
  })
  @Needs({ right: 'operate', late: true })
  @CheckFirst(WorkspaceRows, async (rows, workspace, caller) => {
    const { id } = await rows.find(workspace, caller);
    // The store checks by fields: curators change evidence.
    if (!may(caller, 'changeEvidence', id)) requireAdmin(caller, id);
  })
  async update(
    @Param('id') workspace: string,
    @Body() changes: WorkspaceUpdate,
    @FromCaller() caller: Caller,
  ): Promise<WorkspaceView> {
    return this.warned(await this.store.update(workspace, caller, changes));
  }

  @Delete(':id')
  @Needs({ right: 'operate', late: true })
  @Audited({ action: 'workspace-removed', about: 'workspace' })
  @Documented({
    summary: 'Cancels its questions and erases its rows and secrets.',
    answers: { 204: { empty: 'It was removed.' } },
  })
  async remove(@Param('id') workspace: string, @FromCaller() caller: Caller): Promise<void> {
    const { id } = await this.store.get(workspace, caller);
    requireAdmin(caller, id);
    await this.store.remove(id, caller);
  }

  @Get(':id/usage')
  @Documented({
    summary: 'Usage of the workspace today, and its quotas.',
    answers: { 200: { model: 'WorkspaceUsage' } },
  })
  usage(@Param('id') workspace: string, @FromCaller() caller: Caller): Promise<WorkspaceUsage> {
    return this.store.usage(workspace, caller);
  }

  @Get(':id/schema')
  @Audited({ action: 'schema-read', about: 'workspace' })
  @Documented({
    summary: 'Tables, columns, keys and examples as the agents see them.',
    answers: { 200: { model: 'Schema' } },
    problems: { 503: "The workspace's database is unreachable." },
  })
  schema(
    @Param('id') workspace: string,
    @Query() query: SchemaQuery,
    @FromCaller() caller: Caller,
  ): Promise<SchemaView> {
    return this.store.schema(workspace, caller, query.refresh === 'true');
  }

  @Post(':id/schema/refresh')
  @Needs({ right: 'ask', late: true })
  @Audited({ action: 'schema-read', about: 'workspace' })
  @Documented({
    summary: 'Refreshes the schema from the target database.',
    answers: { 200: { model: 'Schema' } },
    problems: { 503: "The workspace's database is unreachable." },
  })
  refreshSchema(@Param('id') workspace: string, @FromCaller() caller: Caller): Promise<SchemaView> {
    return this.store.schema(workspace, caller, true);
  }

  @Get(':id/profile')
  @Audited({ action: 'schema-read', about: 'workspace' })
  @Documented({
    summary: 'Profile of the data, taken with the schema. Without values if rows may not be sent.',
    answers: { 200: { model: 'Profile' } },
  })
  profile(@Param('id') workspace: string, @FromCaller() caller: Caller): Promise<ProfileView> {
    return this.store.profile(workspace, caller);
  }

  @Get(':id/gold-sqls')
  @Needs({ right: 'readCuration' })
  @Documented({
    summary: 'Gold SQLs of a workspace, newest first.',
    answers: { 200: { pageOf: 'GoldSql' } },
  })
  listGoldSqls(
    @Param('id') workspace: string,
    @Query() query: PageQuery,
    @FromCaller() caller: Caller,
  ): Promise<Page<GoldSqlView>> {
    return this.goldSqls.list(workspace, caller, query);
  }

  @Post(':id/gold-sqls')
  @Needs({ right: 'curate', late: true })
  @Audited({
    action: 'gold-sql-added',
    about: 'workspace',
    details: (_request, answer) => ({ goldSql: idOf(answer) }),
  })
  @Documented({
    summary: 'Adds a question with its right SQL, as an example for later prompts.',
    answers: { 201: { model: 'GoldSql' } },
  })
  @CheckFirst(WorkspaceRows, (rows, workspace, caller) => rows.require(workspace, caller, 'curate'))
  addGoldSql(
    @Param('id') workspace: string,
    @Body() goldSql: GoldSqlCreate,
    @FromCaller() caller: Caller,
  ): Promise<GoldSqlView> {
    return this.goldSqls.add(workspace, caller, goldSql);
  }

  @Delete(':id/gold-sqls/:goldSqlId')
  @Needs({ right: 'curate', late: true })
  @Audited({
    action: 'gold-sql-removed',
    about: 'workspace',
    details: ({ params }) => ({ goldSql: params['goldSqlId'] }),
  })
  @Documented({
    summary: 'Removes a gold SQL.',
    answers: { 204: { empty: 'It was removed.' } },
  })
  async removeGoldSql(
    @Param('id') workspace: string,
    @Param('goldSqlId') goldSql: Id,
    @FromCaller() caller: Caller,
  ): Promise<void> {
    await this.goldSqls.remove(workspace, goldSql, caller);
  }

  @Get(':id/comments')
  @Needs({ right: 'readCuration' })
  @Audited({ action: 'comments-read', about: 'workspace' })
  @Documented({
    summary: 'Comments on wrong answers that have no corrected SQL yet, newest first.',
    answers: { 200: { pageOf: 'OpenComment' } },
  })
  comments(
    @Param('id') workspace: string,
    @Query() query: PageQuery,
    @FromCaller() caller: Caller,
  ): Promise<Page<OpenComment>> {
    return this.corrections.openComments(workspace, caller, query);
  }

  private warned(workspace: WorkspaceView): WorkspaceView {
    const { deadlineSeconds } = workspace.settings;
    const timeoutSeconds = this.config.models.timeoutMs / 1000;
    if (timeoutSeconds > deadlineSeconds) {
      const message = 'a model call may take longer than a question of this workspace: raise its deadline';
      this.logger.warn({ workspace: workspace.id, deadlineSeconds, timeoutSeconds }, message);
    }
    return workspace;
  }
}
