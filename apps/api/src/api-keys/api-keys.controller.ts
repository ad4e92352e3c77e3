import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import type { ApiKeyView, CreatedApiKey, Id, Page } from '@assay/contracts';
import { ApiKeyCreate, PageQuery } from '@assay/contracts/requests';
import { Needs } from '../access/needs.js';
import { ApiKeys } from '../access/api-keys.js';
import { Audited, createdKeyDetails } from '../audit/audited.js';
import { Documented } from '../openapi/documented.js';

@Controller('v1/api-keys')
@Needs({ right: 'operate' })
export class ApiKeysController {
  constructor(private readonly keys: ApiKeys) {}

  @Get()
  @Documented({
    summary: 'Keys that are not revoked.',
    answers: { 200: { pageOf: 'ApiKey' } },
  })
  list(@Query() query: PageQuery): Promise<Page<ApiKeyView>> {
    return this.keys.list(query);
  }

  @Post()
  @Audited({ action: 'api-key-created', details: createdKeyDetails })
  @Documented({
    summary: 'Creates a key. Only this response contains its text.',
    answers: { 201: { model: 'CreatedApiKey' } },
  })
  create(@Body() key: ApiKeyCreate): Promise<CreatedApiKey> {
    return this.keys.create(key);
  }

  @Delete(':id')
  @Audited({ action: 'api-key-revoked', details: ({ params }) => ({ key: params['id'] }) })
  @Documented({
    summary: 'Revokes a key.',
    answers: { 204: { empty: 'The key is revoked.' } },
  })
  async revoke(@Param('id') key: Id): Promise<void> {
    await this.keys.revoke(key);
  }
}
