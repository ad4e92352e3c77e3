import { Controller, Get, Query } from '@nestjs/common';
import type { AuditEntryView, Page } from '@assay/contracts';
import { AuditEntries } from '@assay/questions';
import { AuditQuery, type Caller } from '@assay/contracts/requests';
import { Needs } from '../access/needs.js';
import { FromCaller } from '../http/request.js';
import { Documented } from '../openapi/documented.js';

@Controller('v1/audit')
export class AuditController {
  constructor(private readonly entries: AuditEntries) {}

  @Get()
  @Documented({
    summary: 'The audit trail, newest first; for admins and auditors.',
    answers: { 200: { pageOf: 'AuditEntry' } },
    problems: { 404: 'WORKSPACE_NOT_FOUND' },
  })
  @Needs({ right: 'audit' })
  list(@FromCaller() caller: Caller, @Query() query: AuditQuery): Promise<Page<AuditEntryView>> {
    return this.entries.list(caller, query);
  }
}
