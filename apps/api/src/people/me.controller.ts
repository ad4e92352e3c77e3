import { Controller, Get } from '@nestjs/common';
import type { MeView } from '@assay/contracts';
import { meOf, type Caller } from '@assay/requests';
import { Needs } from '../access/needs.js';
import { FromCaller } from '../http/request.js';
import { Documented } from '../openapi/documented.js';

@Controller('v1/me')
export class MeController {
  @Get()
  @Needs({ right: null })
  @Documented({
    summary: 'Who the caller is, and what they may do where.',
    tag: 'People',
    answers: { 200: { model: 'Me' } },
  })
  me(@FromCaller() caller: Caller): MeView {
    return meOf(caller);
  }
}
