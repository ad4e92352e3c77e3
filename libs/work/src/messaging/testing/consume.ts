import type { QueueName } from '@assay/contracts';
import type { Job } from 'bullmq';
import type { QueueCatalog, ReceivedJob } from '../catalog.js';
import { receivedJob, type Messaging } from '../messaging.js';
import { QueueWorker } from '../queue-worker.js';

/** Takes jobs without a `@Processor`. A handler that throws fails and removes the job. */
export function consume<Name extends QueueName>(
  messaging: Messaging,
  queue: Name,
  handler: (job: ReceivedJob<Name>) => Promise<unknown>,
  { concurrency }: { concurrency: number },
): QueueWorker<QueueCatalog[Name]> {
  const process = (job: Job<QueueCatalog[Name]>): Promise<unknown> => handler(receivedJob(job));
  const worker = new QueueWorker<QueueCatalog[Name]>(queue, process, { connection: messaging });
  worker.start(concurrency);
  return worker;
}
