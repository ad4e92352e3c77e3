import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import type { Id, LinkView } from '@assay/contracts';
import { AnswerLinks } from '@assay/questions';
import { LinkCreate, type Caller } from '@assay/contracts/requests';
import { CheckFirst } from '../access/check-first.js';
import { Needs } from '../access/needs.js';
import { Audited } from '../audit/audited.js';
import { FromCaller } from '../http/request.js';
import { Documented } from '../openapi/documented.js';

@Controller('v1/questions')
@Needs({ right: 'ask' })
export class LinksController {
  constructor(private readonly links: AnswerLinks) {}

  @Post(':id/links')
  @Audited({
    action: 'question-linked',
    about: 'question',
    details: (_request, link) => ({ expiresAt: (link as LinkView).expiresAt }),
  })
  @Documented({
    summary: 'Makes a link that shows the answer and its rows without a key, until it expires.',
    answers: { 201: { model: 'Link' } },
    problems: {
      403: 'NOT_THE_ASKER: people see different rows there.',
      409: 'NO_WINNER, LINKS_OFF: the setting `links` of the workspace is null.',
    },
  })
  @CheckFirst(AnswerLinks, (links, question, caller) => links.requireLinkable(question, caller))
  make(@Param('id') question: Id, @FromCaller() caller: Caller, @Body() { hours }: LinkCreate): Promise<LinkView> {
    return this.links.make(question, caller, hours);
  }

  @Delete(':id/links')
  @Audited({ action: 'question-unlinked', about: 'question' })
  @Documented({
    summary: 'Ends all links of the question.',
    answers: { 204: { empty: 'They have ended.' } },
  })
  end(@Param('id') question: Id, @FromCaller() caller: Caller): Promise<void> {
    return this.links.end(question, caller);
  }
}
