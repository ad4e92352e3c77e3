import { expect } from '@jest/globals';
import type { StoryEvaluationRecord } from '@assay/contracts';
import type { ModelCall, ModelReply } from '@assay/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { toolCalls } from '../harness/tool-replies.js';
import type { Fleet } from './fleet.js';
import type { FaultWindow } from './model-ledger.js';
import { LOOK_MS } from './questions-in-flight.js';

/** Only a hang takes this long. */
const ENDS_WITHIN_MS = 90_000;

const PARTS = 3;

/** Three parts of about 1800 characters. */
const STORY = 'Nobody came, and nobody asked why the lamps had gone out. '.repeat(93);

const BODY = {
  storyId: 'in-flight',
  candidates: ['told', 'shown'].map((label) => ({ label, text: `${label}. ${STORY}` })),
  evaluators: [{ name: 'anna' }, { name: 'bruno' }],
  mode: 'parts',
  // starvation costs attempts, too
  retry: { attempts: 7 },
};
const EVALUATIONS = BODY.candidates.length * BODY.evaluators.length;
const CALLS = EVALUATIONS * (PARTS + 1);

/** Reads the parts, then scores; depends on the prompt only. */
export function storyReply({ prompt }: ModelCall): ModelReply {
  const read = prompt.split('read_story_part(part_index = ').length - 1;
  if (read < PARTS) return toolCalls(['read_story_part', { part_index: read }]);
  const scores = ['narrative_coherence', 'originality', 'emotional_impact', 'action'].map((name) => [
    `${name}_score`,
    8,
  ]);
  return toolCalls(['evaluate_full_story', Object.fromEntries(scores) as object]);
}

/** Multi-call evaluations through a fault. */
export class StoriesInFlight {
  private constructor(
    private readonly fleet: Fleet,
    readonly ids: readonly string[],
    private readonly askedAt: number,
  ) {}

  static async ask(fleet: Fleet, number = 3): Promise<StoriesInFlight> {
    const askedAt = performance.now();
    const ids: string[] = [];
    for (let asked = 0; asked < number; asked += 1) {
      const { id } = await fleet.api.expect<{ id: string }>(202, 'POST', '/v1/story-evaluations', BODY);
      ids.push(id);
    }
    return new StoriesInFlight(fleet, ids, askedAt);
  }

  /** Returns the time of the last end. */
  async ended(): Promise<number> {
    const until = performance.now() + ENDS_WITHIN_MS;
    while ((await this.fleet.rows.finished(this.ids)).size < this.ids.length) {
      if (performance.now() > until) {
        const standing = await this.fleet.rows.standing(this.ids);
        throw new Error(`after ${ENDS_WITHIN_MS} ms there are open:\n${standing}\n${await this.fleet.casualties()}`);
      }
      await delay(LOOK_MS);
    }
    return performance.now();
  }

  /** Each evaluation and call once; nothing paid twice without excuse. */
  async check(met: readonly FaultWindow[] = []): Promise<void> {
    const starved = this.fleet.starvation.since(this.askedAt);
    const faults = [...met, ...starved];
    for (const id of this.ids) {
      const path = `/v1/story-evaluations/${id}/record`;
      const record = await this.fleet.api.expect<StoryEvaluationRecord>(200, 'GET', path);
      expect(record).toMatchObject({ status: 'DONE', failedEvaluators: [], error: null });
      expect(record.ranking.map(({ score, evaluators }) => [score, evaluators])).toEqual([
        [80, 2],
        [80, 2],
      ]);
      expect(record.evaluations).toHaveLength(EVALUATIONS);
      const answered = record.calls.filter(({ status }) => status === 'answered').length;
      expect(answered).toBeGreaterThanOrEqual(CALLS);
      // starved calls may repeat
      if (starved.length === 0) expect(answered).toBe(CALLS);
      expect(this.fleet.ledger.paidTwice(id, faults)).toEqual([]);
      const flaws = await this.fleet.rows.flaws(id);
      expect(flaws).toMatchObject({ openTasks: 0, eventGaps: 0, doubledSteps: 0, miscounted: 0 });
    }
  }
}
