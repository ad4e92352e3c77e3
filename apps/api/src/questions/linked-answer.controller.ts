import { Controller, Get, Header, Param, Req } from '@nestjs/common';
import type { Id, LinkedAnswer } from '@assay/contracts';
import { AnswerLinks } from '@assay/questions';
import { networkOf } from '@assay/runtime';
import type { Request } from 'express';
import { Gate } from '../access/gate.js';
import { Needs } from '../access/needs.js';
import { RateLimits } from '../access/rate-limits.js';
import { chartOfPage } from '../charts/chart-of.js';
import { addressOf } from '../http/address-of.js';
import { CallerGone } from '../http/request.js';
import { Documented } from '../openapi/documented.js';

/** Of the readers of a question's links: one network leaves room for others. */
const NETWORK_SHARE = 0.25;

/** Open to all: the token gives the rights of who made it. */
@Controller('links')
export class LinkedAnswerController {
  constructor(
    private readonly links: AnswerLinks,
    private readonly limits: RateLimits,
    private readonly gate: Gate,
  ) {}

  @Get(':token/answer')
  @Header('cache-control', 'no-store')
  @Needs({ right: null })
  @Documented({
    summary: 'What a link shows: the answer, and at most 1000 of its rows, executed read-only now.',
    open: true,
    answers: { 200: { model: 'LinkedAnswer' } },
    problems: {
      403: 'NOT_THE_ASKER, ASKER_UNKNOWN',
      409: 'LINKS_OFF, NO_WINNER, WINNER_REFUSED, WINNER_FAILED',
      410: 'LINK_EXPIRED',
      429: 'RATE_LIMITED',
      503: "The workspace's database is unreachable, or TARGET_BUSY: earlier statements are still running.",
    },
  })
  read(@Param('token') token: string, @Req() request: Request, @CallerGone() gone: AbortSignal): Promise<LinkedAnswer> {
    const address = addressOf(request);
    const network = networkOf(address);
    this.limits.take(`link ${network}`, 'questions');
    const admit = (question: Id): void => {
      this.limits.take(`link ${network} of ${question}`, 'questions', NETWORK_SHARE);
      this.limits.take(`links of ${question}`, 'questions');
    };
    const chart = (rows: LinkedAnswer['rows']): LinkedAnswer['chart'] => {
      const found = chartOfPage(rows);
      return typeof found === 'string' ? null : found;
    };
    return this.links.read(token, address, (maker) => this.gate.callerNow(maker), admit, chart, gone);
  }
}
