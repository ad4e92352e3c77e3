import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { Page, QueueDrain, QueueRetry, QueueView } from '@assay/contracts';
import { QueueOperations, type Caller } from '@assay/questions';
import { FromCaller } from '../http/request.js';

/** Queues, for admins. */
@Controller('v1/queues')
export class QueuesController {
  constructor(private readonly queues: QueueOperations) {}

  @Get()
  async list(@FromCaller() caller: Caller): Promise<Page<QueueView>> {
    return { items: await this.queues.list(caller), nextCursor: null };
  }

  @Post(':queue/pause')
  @HttpCode(200)
  pause(@Param('queue') queue: string, @FromCaller() caller: Caller): Promise<QueueView> {
    return this.queues.pause(queue, caller);
  }

  @Post(':queue/resume')
  @HttpCode(200)
  resume(@Param('queue') queue: string, @FromCaller() caller: Caller): Promise<QueueView> {
    return this.queues.resume(queue, caller);
  }

  @Post(':queue/drain')
  @HttpCode(200)
  drain(@Param('queue') queue: string, @FromCaller() caller: Caller): Promise<QueueDrain> {
    return this.queues.drain(queue, caller);
  }

  @Post(':queue/retry')
  @HttpCode(200)
  retry(@Param('queue') queue: string, @FromCaller() caller: Caller): Promise<QueueRetry> {
    return this.queues.retry(queue, caller);
  }
}
