import { Controller, Get, Query } from '@nestjs/common';
import type { AuditEntryView, Page } from '@assay/contracts';
import { AuditTrail, type Caller } from '@assay/questions';
import { FromCaller } from '../http/request.js';

/** `GET /v1/audit`: who did what, for admins. */
@Controller('v1/audit')
export class AuditController {
  constructor(private readonly trail: AuditTrail) {}

  @Get()
  list(@FromCaller() caller: Caller, @Query() query: unknown): Promise<Page<AuditEntryView>> {
    return this.trail.list(caller, query);
  }
}
