import { Body, Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { type CallerView, type ConnectionFindings, type ExampleQuestion, type Page } from '@assay/contracts';
import { answersWithModels, WorkspaceStore } from '@assay/questions';
import { DatabaseConnection, may, meOf, type Caller } from '@assay/contracts/requests';
import { InjectConfig, type Config } from '@assay/runtime';
import { Needs } from '../access/needs.js';
import { Gate } from '../access/gate.js';
import { EXAMPLES, SCRIPTED, type Examples } from '../api.config.js';
import { Audited, changedFields } from '../audit/audited.js';
import { FromCaller } from '../http/request.js';
import { Documented } from '../openapi/documented.js';

@Controller('v1')
@Needs({ right: 'use' })
export class PageController {
  constructor(
    private readonly gate: Gate,
    private readonly workspaces: WorkspaceStore,
    @Inject(EXAMPLES) private readonly examples: Examples,
    @Inject(SCRIPTED) private readonly scripted: boolean,
    @InjectConfig() private readonly config: Config,
  ) {}

  @Get('caller')
  @Needs({ right: null })
  @Documented({
    summary: 'What the key may access.',
    answers: { 200: { model: 'Caller' } },
  })
  async caller(@FromCaller() caller: Caller): Promise<CallerView> {
    await this.config.models.refresh();
    const { problem } = this.config.models;
    const { rights } = meOf(caller);
    return {
      keyNeeded: !this.gate.isOpen,
      admin: may(caller, 'operate'),
      mayCurate: may(caller, 'curate'),
      workspaces: rights.use,
      answeredBy: this.scripted && !this.config.models.isConfigured ? 'script' : this.hasModels() ? 'model' : 'none',
      ...(problem !== null && { modelProblem: problem }),
    };
  }

  private hasModels(): boolean {
    return answersWithModels(this.config.models)({ level: 'BASIC' }) === true;
  }

  @Get('workspaces/:id/example-questions')
  @Documented({
    summary: 'Questions worth asking; of the demo workspace, those that its script can answer.',
    answers: { 200: { pageOf: 'ExampleQuestion' } },
  })
  async exampleQuestions(@Param('id') workspace: string, @FromCaller() caller: Caller): Promise<Page<ExampleQuestion>> {
    const { name } = await this.workspaces.get(workspace, caller);
    return { items: [...this.examples(name)], nextCursor: null };
  }

  @Post('connection-checks')
  @Audited({ action: 'connection-checked', details: changedFields })
  @Documented({
    summary: 'Tests a connection. Nothing is stored.',
    answers: { 200: { model: 'ConnectionFindings' } },
    problems: { 422: 'DATABASE_UNREACHABLE, TARGET_HOST_FORBIDDEN, ROLE_TOO_POWERFUL' },
  })
  @Needs({ right: 'operate' })
  checkConnection(@Body() connection: DatabaseConnection): Promise<ConnectionFindings> {
    return this.workspaces.tryOut(connection);
  }
}
