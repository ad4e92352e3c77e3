import { Controller, Get } from '@nestjs/common';
import type { MeView } from '@assay/contracts';
import { meOf, type Caller } from '@assay/contracts/requests';
import { PersonQuotas } from '@assay/work';
import { Needs } from '../access/needs.js';
import { FromCaller } from '../http/request.js';
import { Documented } from '../openapi/documented.js';

@Controller('v1/me')
export class MeController {
  constructor(private readonly quotas: PersonQuotas) {}

  @Get()
  @Needs({ right: null })
  @Documented({
    summary: 'Who the caller is, and what they may do where.',
    answers: { 200: { model: 'Me' } },
  })
  async me(@FromCaller() caller: Caller): Promise<MeView> {
    const quotas = await this.quotas.usageOf(caller.person?.id ?? null);
    return { ...meOf(caller), ...(quotas.length > 0 && { quotas }) };
  }
}
