import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import type { GoldSqlView, Id, Page, SchemaView, WorkspaceView } from '@assay/contracts';
import { GoldSqls, pageQuerySchema, parseRequest, requireAdmin, WorkspaceStore, type Caller } from '@assay/questions';
import { Audited, changedFields, idOf } from '../audit/audited.js';
import { InjectConfig, InjectLogger, type Config, type Logger } from '@assay/runtime';
import { FromCaller, JsonBody } from '../http/request.js';
import { schemaQuerySchema } from './schema-query.js';

/** Workspaces with their schemas and gold SQLs. */
@Controller('v1/workspaces')
export class WorkspacesController {
  constructor(
    private readonly store: WorkspaceStore,
    private readonly goldSqls: GoldSqls,
    @InjectConfig() private readonly config: Config,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  @Post()
  @Audited({ action: 'workspace-created', details: changedFields })
  async create(@JsonBody() body: unknown, @FromCaller() caller: Caller): Promise<WorkspaceView> {
    requireAdmin(caller);
    return this.warned(await this.store.create(body));
  }

  @Get()
  list(@FromCaller() caller: Caller, @Query() query: unknown): Promise<Page<WorkspaceView>> {
    return this.store.list(caller, parseRequest(pageQuerySchema, query));
  }

  @Get(':id')
  get(@Param('id') workspace: string, @FromCaller() caller: Caller): Promise<WorkspaceView> {
    return this.store.get(workspace, caller);
  }

  @Patch(':id')
  @Audited({ action: 'workspace-changed', about: 'workspace', details: changedFields })
  async update(
    @Param('id') workspace: string,
    @JsonBody() body: unknown,
    @FromCaller() caller: Caller,
  ): Promise<WorkspaceView> {
    const { id } = await this.store.get(workspace, caller);
    requireAdmin(caller);
    return this.warned(await this.store.update(id, caller, body));
  }

  @Delete(':id')
  @Audited({ action: 'workspace-removed', about: 'workspace' })
  @HttpCode(204)
  async remove(@Param('id') workspace: string, @FromCaller() caller: Caller): Promise<void> {
    const { id } = await this.store.get(workspace, caller);
    requireAdmin(caller);
    await this.store.remove(id, caller);
  }

  @Get(':id/schema')
  schema(@Param('id') workspace: string, @Query() query: unknown, @FromCaller() caller: Caller): Promise<SchemaView> {
    return this.store.schema(workspace, caller, parseRequest(schemaQuerySchema, query).refresh === 'true');
  }

  @Post(':id/schema/refresh')
  @HttpCode(200)
  refreshSchema(@Param('id') workspace: string, @FromCaller() caller: Caller): Promise<SchemaView> {
    return this.store.schema(workspace, caller, true);
  }

  @Get(':id/gold-sqls')
  listGoldSqls(
    @Param('id') workspace: string,
    @Query() query: unknown,
    @FromCaller() caller: Caller,
  ): Promise<Page<GoldSqlView>> {
    return this.goldSqls.list(workspace, caller, parseRequest(pageQuerySchema, query));
  }

  @Post(':id/gold-sqls')
  @Audited({
    action: 'gold-sql-added',
    about: 'workspace',
    details: (_request, answer) => ({ goldSql: idOf(answer) }),
  })
  addGoldSql(
    @Param('id') workspace: string,
    @JsonBody() body: unknown,
    @FromCaller() caller: Caller,
  ): Promise<GoldSqlView> {
    return this.goldSqls.add(workspace, caller, body);
  }

  @Delete(':id/gold-sqls/:goldSqlId')
  @Audited({
    action: 'gold-sql-removed',
    about: 'workspace',
    details: ({ params }) => ({ goldSql: params['goldSqlId'] }),
  })
  @HttpCode(204)
  async removeGoldSql(
    @Param('id') workspace: string,
    @Param('goldSqlId') goldSql: Id,
    @FromCaller() caller: Caller,
  ): Promise<void> {
    await this.goldSqls.remove(workspace, goldSql, caller);
  }

  /** One model call may take longer than a whole question of this workspace: said where an operator will look. */
  private warned(workspace: WorkspaceView): WorkspaceView {
    const { deadlineSeconds } = workspace.settings;
    const timeoutSeconds = this.config.models.timeoutMs / 1000;
    if (timeoutSeconds > deadlineSeconds) {
      const message = 'a model call may take longer than a question of this workspace: raise its deadlineSeconds';
      this.logger.warn({ workspace: workspace.id, deadlineSeconds, timeoutSeconds }, message);
    }
    return workspace;
  }
}
