import { Controller, Get, Param, Post } from '@nestjs/common';
import type { Page, QueueDrain, QueueRetry, QueueView } from '@assay/contracts';
import { QueueOperations } from '@assay/questions';
import type { Caller } from '@assay/contracts/requests';
import { Needs } from '../access/needs.js';
import { Audited, drained, ofQueue, retried } from '../audit/audited.js';
import { FromCaller } from '../http/request.js';
import { Documented } from '../openapi/documented.js';

@Controller('v1/queues')
@Needs({ right: 'operate' })
export class QueuesController {
  constructor(private readonly queues: QueueOperations) {}

  @Get()
  @Documented({
    summary: 'Every queue: depth, age of the oldest, failed.',
    answers: { 200: { pageOf: 'Queue' } },
    problems: { 503: 'The queues are unreachable.' },
  })
  async list(@FromCaller() caller: Caller): Promise<Page<QueueView>> {
    return { items: await this.queues.list(caller), nextCursor: null };
  }

  @Post(':queue/pause')
  @Audited({ action: 'queue-paused', details: ofQueue })
  @Documented({
    summary: 'Pauses the queue: no service takes a job of it. Running jobs continue.',
    answers: { 200: { model: 'Queue' } },
    problems: { 503: 'The queues are unreachable.' },
  })
  pause(@Param('queue') queue: string, @FromCaller() caller: Caller): Promise<QueueView> {
    return this.queues.pause(queue, caller);
  }

  @Post(':queue/resume')
  @Audited({ action: 'queue-resumed', details: ofQueue })
  @Documented({
    summary: 'Ends a pause.',
    answers: { 200: { model: 'Queue' } },
    problems: { 503: 'The queues are unreachable.' },
  })
  resume(@Param('queue') queue: string, @FromCaller() caller: Caller): Promise<QueueView> {
    return this.queues.resume(queue, caller);
  }

  @Post(':queue/drain')
  @Audited({ action: 'queue-drained', details: drained })
  @Documented({
    summary:
      'Deletes waiting jobs. Unfinished tasks are published again at once; ' +
      'jobs that clients added to "questions" or "story-evaluations" are lost.',
    answers: { 200: { model: 'QueueDrain' } },
    problems: { 503: 'The queues are unreachable.' },
  })
  drain(@Param('queue') queue: string, @FromCaller() caller: Caller): Promise<QueueDrain> {
    return this.queues.drain(queue, caller);
  }

  @Post(':queue/retry')
  @Audited({ action: 'queue-retried', details: retried })
  @Documented({
    summary: 'Retries its dead letters, at most 1000, and its failed jobs.',
    answers: { 200: { model: 'QueueRetry' } },
    problems: { 503: 'The queues are unreachable.' },
  })
  retry(@Param('queue') queue: string, @FromCaller() caller: Caller): Promise<QueueRetry> {
    return this.queues.retry(queue, caller);
  }
}
