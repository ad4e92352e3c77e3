import type { Queue, Worker } from 'bullmq';
import type { PauseWatch } from './pause-watch.js';
import type { QueueBackend } from './queue-backend.js';

export interface QueueHost {
  readonly backend: QueueBackend;
  readonly pauses: PauseWatch;
  answers(): Promise<boolean>;
  report(error: Error, where: string): void;
  admitWorker(worker: Worker): void;
  admitProducer(producer: Queue): void;
}
