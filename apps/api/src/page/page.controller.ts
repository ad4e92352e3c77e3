import { Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { CallerView, ConnectionFindings, ExampleQuestion } from '@assay/contracts';
import { requireAdmin, WorkspaceStore, type Caller } from '@assay/questions';
import { Gate } from '../access/gate.js';
import { EXAMPLES, type Examples } from '../api.config.js';
import { FromCaller, JsonBody } from '../http/request.js';

/** What an interface for people needs beyond what backends do. */
@Controller('v1')
export class PageController {
  constructor(
    private readonly gate: Gate,
    private readonly workspaces: WorkspaceStore,
    @Inject(EXAMPLES) private readonly examples: Examples,
  ) {}

  @Get('caller')
  caller(@FromCaller() { admin, mayCurate, workspaces }: Caller): CallerView {
    return { keyNeeded: !this.gate.isOpen, admin, mayCurate, workspaces: workspaces === null ? null : [...workspaces] };
  }

  @Get('workspaces/:id/example-questions')
  async exampleQuestions(
    @Param('id') workspace: string,
    @FromCaller() caller: Caller,
  ): Promise<{ items: ExampleQuestion[]; nextCursor: null }> {
    const { name } = await this.workspaces.get(workspace, caller);
    return { items: [...this.examples(name)], nextCursor: null };
  }

  @Post('connection-checks')
  @HttpCode(200)
  async checkConnection(@JsonBody() body: unknown, @FromCaller() caller: Caller): Promise<ConnectionFindings> {
    requireAdmin(caller);
    return this.workspaces.tryOut(body);
  }
}
