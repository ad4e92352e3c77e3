import { Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { ApiKeyView, CreatedApiKey, Id, Page } from '@assay/contracts';
import { pageQuerySchema, parseRequest, requireAdmin, type Caller } from '@assay/questions';
import { ApiKeys } from '../access/api-keys.js';
import { Audited, keyMade } from '../audit/audited.js';
import { FromCaller, JsonBody } from '../http/request.js';

/** Keys to the API, for admins. */
@Controller('v1/api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeys) {}

  @Get()
  list(@FromCaller() caller: Caller, @Query() query: unknown): Promise<Page<ApiKeyView>> {
    requireAdmin(caller);
    return this.keys.list(parseRequest(pageQuerySchema, query));
  }

  @Post()
  @Audited({ action: 'api-key-created', details: keyMade })
  create(@JsonBody() body: unknown, @FromCaller() caller: Caller): Promise<CreatedApiKey> {
    requireAdmin(caller);
    return this.keys.create(body);
  }

  @Delete(':id')
  @Audited({ action: 'api-key-revoked', details: ({ params }) => ({ key: params['id'] }) })
  @HttpCode(204)
  async revoke(@Param('id') key: Id, @FromCaller() caller: Caller): Promise<void> {
    requireAdmin(caller);
    await this.keys.revoke(key);
  }
}
