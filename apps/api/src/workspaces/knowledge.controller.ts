import { Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import {
  DOCUMENT_SIZES,
  type DriftView,
  type GlossaryView,
  type Id,
  type KnowledgeImport,
  type KnowledgeSummary,
  type KnowledgeView,
  type Page,
} from '@assay/contracts';
import { Drift, KnowledgeStore, WorkspaceRows } from '@assay/questions';
import { KnowledgeQuery, PageQuery, type Caller } from '@assay/contracts/requests';
import { Needs } from '../access/needs.js';
import { CheckFirst } from '../access/check-first.js';
import { Audited } from '../audit/audited.js';
import { FromCaller } from '../http/request.js';
import { Documented } from '../openapi/documented.js';
import { FromDocument } from './knowledge-bodies.js';

const DOCUMENT = {
  schema: {},
  description: `A dbt manifest or property file, an Ossie, Snowflake or WrenAI model, or a glossary: ${DOCUMENT_SIZES}.`,
};

@Controller('v1/workspaces/:id')
@Needs({ right: 'readCuration' })
export class KnowledgeController {
  constructor(
    private readonly knowledge: KnowledgeStore,
    private readonly drifts: Drift,
  ) {}

  @Post('knowledge')
  @Needs({ right: 'curate', late: true })
  @Audited({ action: 'knowledge-imported', about: 'workspace', details: documentOf })
  @Documented({
    summary: 'Imports a document, replacing one of the same name. Lists used and unused items.',
    answers: { 200: { model: 'KnowledgeImport' } },
    problems: {
      400: 'NO_DOCUMENT',
      413: 'BODY_TOO_LARGE',
      415: 'NOT_JSON, NOT_A_DOCUMENT',
      422: 'TOO_MANY_DOCUMENTS, TOO_MUCH_KNOWLEDGE',
      429: 'OVERLOADED',
    },
    body: { consumes: ['application/json', 'application/yaml'], is: DOCUMENT },
  })
  @CheckFirst(WorkspaceRows, (rows, workspace, caller) => rows.require(workspace, caller, 'curate'))
  import(
    @Param('id') workspace: string,
    @FromDocument() document: string,
    @Query() query: KnowledgeQuery,
    @FromCaller() caller: Caller,
  ): Promise<KnowledgeImport> {
    return this.knowledge.import(workspace, caller, document, query);
  }

  @Get('knowledge')
  @Documented({
    summary: 'Documents that were imported, newest first.',
    answers: { 200: { pageOf: 'KnowledgeSummary' } },
  })
  list(
    @Param('id') workspace: string,
    @Query() query: PageQuery,
    @FromCaller() caller: Caller,
  ): Promise<Page<KnowledgeSummary>> {
    return this.knowledge.list(workspace, caller, query);
  }

  @Get('knowledge/:documentId')
  @Audited({
    action: 'knowledge-read',
    about: 'workspace',
    details: ({ params }) => ({ document: params['documentId'] }),
  })
  @Documented({
    summary: 'One imported document, item by item.',
    answers: { 200: { model: 'Knowledge' } },
  })
  get(
    @Param('id') workspace: string,
    @Param('documentId') document: Id,
    @FromCaller() caller: Caller,
  ): Promise<KnowledgeView> {
    return this.knowledge.get(workspace, document, caller);
  }

  @Delete('knowledge/:documentId')
  @Needs({ right: 'curate', late: true })
  @Audited({
    action: 'knowledge-removed',
    about: 'workspace',
    details: ({ params }) => ({ document: params['documentId'] }),
  })
  @Documented({
    summary: 'Removes an imported document.',
    answers: { 204: { empty: 'It was removed.' } },
  })
  async remove(
    @Param('id') workspace: string,
    @Param('documentId') document: Id,
    @FromCaller() caller: Caller,
  ): Promise<void> {
    await this.knowledge.remove(workspace, document, caller);
  }

  @Get('glossary')
  @Audited({ action: 'knowledge-read', about: 'workspace' })
  @Documented({
    summary: 'Terms and metrics of the imported documents, and those that contradict each other.',
    answers: { 200: { model: 'Glossary' } },
  })
  glossary(@Param('id') workspace: string, @FromCaller() caller: Caller): Promise<GlossaryView> {
    return this.knowledge.glossary(workspace, caller);
  }

  @Get('drift')
  @Audited({ action: 'drift-read', about: 'workspace' })
  @Documented({
    summary: 'What the current schema excludes: gold SQLs, notes and parts of imported documents.',
    answers: { 200: { model: 'Drift' } },
  })
  drift(@Param('id') workspace: string, @FromCaller() caller: Caller): Promise<DriftView> {
    return this.drifts.of(workspace, caller);
  }
}

function documentOf(_request: unknown, answer: unknown): Record<string, unknown> {
  const { id, name, format, unchanged } = answer as KnowledgeImport;
  return { document: id, name, format, unchanged };
}
