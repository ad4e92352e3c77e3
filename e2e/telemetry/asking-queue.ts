import { Queue, createPostgresBackend } from 'bullmq';
import { eventually } from '@assay/testing';
import type { Fleet } from '../faults/fleet.js';

export interface AskerTrace {
  way: 'body' | 'telemetry';
  traceparent: string;
}

/** Like a backend without HTTP. */
export class AskingQueue {
  private constructor(private readonly queue: Queue) {}

  static async open(fleet: Fleet): Promise<AskingQueue> {
    const { redisUrl, rows } = fleet;
    const queue =
      redisUrl === null
        ? new Queue('questions', { connection: { connectionString: rows.url, max: 1 } }, createPostgresBackend as never)
        : new Queue('questions', { connection: { url: redisUrl } });
    queue.on('error', () => undefined);
    await queue.waitUntilReady();
    return new AskingQueue(queue);
  }

  /** Returns the question's id. */
  async ask(body: object, { way, traceparent }: AskerTrace): Promise<string> {
    const options =
      way === 'body' ? {} : { telemetry: { metadata: JSON.stringify({ traceparent }), omitContext: false } };
    const job = await this.queue.add('ask', way === 'body' ? { ...body, traceparent } : body, options);
    return eventually(async () => {
      const found = await this.queue.getJob(String(job.id));
      return (found?.returnvalue as { id?: string } | null | undefined)?.id;
    });
  }

  close(): Promise<void> {
    return this.queue.close();
  }
}
