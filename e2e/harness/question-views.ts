import { nextDelayMs } from '@assay/testing';
import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from './api-client.js';
import { questionSchema, type Question } from './question-schema.js';
import { checkRecord } from './record-consistency.js';
import type { Record } from './record-schema.js';

/** Only a hang takes this long. */
const ENDS_WITHIN_MS = 100_000;

/** Checked by the outside contract. */
export class QuestionViews {
  /** @param looks first and longest poll interval, ms */
  constructor(
    private readonly api: Api,
    private readonly looks = { first: 30, most: 200 },
  ) {}

  async view(id: string): Promise<Question> {
    return questionSchema.parse(await this.api.expect(200, 'GET', `/v1/questions/${id}`));
  }

  async ended(id: string, withinMs = ENDS_WITHIN_MS): Promise<Question> {
    const start = Date.now();
    for (;;) {
      const view = await this.view(id);
      if (view.finishedAt !== null) return view;
      const waited = Date.now() - start;
      if (waited > withinMs) throw new Error(`the question is still ${view.status} after ${withinMs} ms`);
      await delay(nextDelayMs(waited, this.looks));
    }
  }

  async recordOf(id: string, withinMs = ENDS_WITHIN_MS): Promise<Record> {
    const view = await this.ended(id, withinMs);
    const record = checkRecord(await this.api.expect(200, 'GET', `/v1/questions/${id}/record`));
    // the record begins with the question
    const own = questionSchema.strip().parse(record);
    if (JSON.stringify(own) !== JSON.stringify(view)) throw new Error('record and question differ');
    return record;
  }
}
