import { Body, Controller, Get, HttpCode, Inject, Param, Post, UseGuards } from '@nestjs/common';
import type { CallerView, ConnectionFindings, ExampleQuestion, Page } from '@assay/contracts';
import { WorkspaceStore } from '@assay/questions';
import { DatabaseConnection, type Caller } from '@assay/requests';
import { AdminGuard } from '../access/admin.guard.js';
import { Gate } from '../access/gate.js';
import { EXAMPLES, type Examples } from '../api.config.js';
import { Audited, changedFields } from '../audit/audited.js';
import { FromCaller } from '../http/request.js';
import { Documented } from '../openapi/documented.js';

@Controller('v1')
export class PageController {
  constructor(
    private readonly gate: Gate,
    private readonly workspaces: WorkspaceStore,
    @Inject(EXAMPLES) private readonly examples: Examples,
  ) {}

  @Get('caller')
  @Documented({ summary: 'What the key in hand opens.', tag: 'API keys', answers: { 200: { model: 'Caller' } } })
  caller(@FromCaller() { admin, mayCurate, workspaces }: Caller): CallerView {
    return { keyNeeded: !this.gate.isOpen, admin, mayCurate, workspaces: workspaces === null ? null : [...workspaces] };
  }

  @Get('workspaces/:id/example-questions')
  @Documented({
    summary: 'Questions worth asking; of the demo workspace, those that its script can answer.',
    tag: 'Workspaces',
    answers: { 200: { pageOf: 'ExampleQuestion' } },
    problems: { 404: 'WORKSPACE_NOT_FOUND' },
  })
  async exampleQuestions(@Param('id') workspace: string, @FromCaller() caller: Caller): Promise<Page<ExampleQuestion>> {
    const { name } = await this.workspaces.get(workspace, caller);
    return { items: [...this.examples(name)], nextCursor: null };
  }

  @Post('connection-checks')
  @Audited({ action: 'connection-checked', details: changedFields })
  @Documented({
    summary: 'Tries a connection out, and keeps nothing of it.',
    tag: 'Workspaces',
    answers: { 200: { model: 'ConnectionFindings' } },
    problems: {
      403: 'ADMIN_ONLY',
      422: 'VALIDATION_FAILED, DATABASE_UNREACHABLE, TARGET_HOST_FORBIDDEN, ROLE_TOO_POWERFUL',
    },
  })
  @HttpCode(200)
  @UseGuards(AdminGuard)
  checkConnection(@Body() connection: DatabaseConnection): Promise<ConnectionFindings> {
    return this.workspaces.tryOut(connection);
  }
}
