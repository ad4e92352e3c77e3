import { expect } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { ofType } from '../harness/event-schema.js';
import { checkRecord } from '../harness/record-consistency.js';
import type { Fleet } from './fleet.js';
import type { FaultWindow } from './model-ledger.js';
import { NO_FLAWS } from './record-rows.js';
import { SCENES, type Scene } from './scenes.js';

/** Only a hang is silent this long. */
const STALLED_MS = 60_000;
/** Only a hang takes this long: a killed service restarts. */
const TAKEN_WITHIN_MS = 60_000;
/** Poll interval, ms; each poll queries the shared Postgres. */
export const LOOK_MS = 100;

interface AskedQuestion {
  id: string;
  scene: Scene;
}

let questions = 0;

/** Questions followed through a fault, then checked. */
export class QuestionsInFlight {
  /** What the fault excuses. */
  readonly faults: FaultWindow[] = [];

  private constructor(
    private readonly fleet: Fleet,
    readonly asked: readonly AskedQuestion[],
    readonly askedAt: number,
  ) {}

  static async ask(fleet: Fleet, workspace: string, scenes: readonly Scene[] = SCENES): Promise<QuestionsInFlight> {
    const askedAt = performance.now();
    const asked = await Promise.all(
      scenes.map(async (scene) => ({ id: await askOne(fleet, workspace, scene), scene })),
    );
    return new QuestionsInFlight(fleet, asked, askedAt);
  }

  get ids(): string[] {
    return this.asked.map(({ id }) => id);
  }

  /** See `Fleet.fault`. */
  async met(
    ...[from, agents, to]: [from: number, agents: readonly string[] | null, to?: number]
  ): Promise<FaultWindow> {
    const fault = await this.fleet.fault(this.ids, from, agents, to ?? performance.now());
    this.faults.push(fault);
    return fault;
  }

  /** Returns the time of the last end. */
  async ended(): Promise<number> {
    let seen = { progress: 0, at: performance.now() };
    for (;;) {
      const finished = await this.fleet.rows.finished(this.ids);
      const now = performance.now();
      if (finished.size === this.asked.length) return now;
      const progress = finished.size + this.fleet.ledger.calls.length;
      if (progress > seen.progress) seen = { progress, at: now };
      if (now - seen.at > STALLED_MS) {
        const open = await this.fleet.rows.standing(this.ids);
        throw new Error(`no progress for ${STALLED_MS} ms:\n${open}\n${await this.fleet.casualties()}`);
      }
      await delay(LOOK_MS);
    }
  }

  /** Each ends as scripted, once; nothing doubled, lost, open or paid twice. Reports all that differ. */
  async check(): Promise<void> {
    await this.fleet.process('api').ready();
    const wrong: string[] = [];
    for (const asked of this.asked) {
      try {
        await this.checkOne(asked);
      } catch (error) {
        wrong.push(`${asked.scene.name}: ${(error as Error).message}\n${await this.fleet.rows.ending(asked.id)}`);
      }
    }
    if (wrong.length > 0) throw new Error(`${wrong.length} of ${this.asked.length} differ:\n${wrong.join('\n\n')}`);
  }

  private async checkOne({ id, scene }: AskedQuestion): Promise<void> {
    const body = await this.fleet.api.expect<{ calls: { replayed: boolean }[] }>(
      200,
      'GET',
      `/v1/questions/${id}/record`,
    );
    // replayed answers were paid once
    const record = checkRecord({ ...body, calls: body.calls.map((call) => ({ ...call, replayed: false })) });
    const { status, case: decided, attempts } = scene;
    expect({ status: record.status, case: record.case, attempts: record.attempts.length }).toEqual({
      status,
      case: decided,
      attempts,
    });
    const started = Object.groupBy(ofType(record.events, 'stage-started'), ({ stage }) => stage);
    for (const [stage, times] of Object.entries(scene.stages ?? {})) {
      const found = Object.entries(started).find(([name]) => name === stage)?.[1]?.length ?? 0;
      expect({ stage, found }).toEqual({ stage, found: Math.max(found, times) });
    }
    expect(await this.fleet.rows.flaws(id)).toEqual(NO_FLAWS);
    await this.checkPayments(id);
  }

  private async checkPayments(id: string): Promise<void> {
    const faults = [...this.faults, ...this.fleet.starvation.since(this.askedAt)];
    expect(this.fleet.ledger.paidTwice(id, faults)).toEqual([]);
    const steps = await this.fleet.rows.answeredSteps([id]);
    const answered = this.fleet.ledger.answered(id, faults);
    const statuses = await this.fleet.rows.statuses([...answered.keys()]);
    const wrong = [...answered].flatMap(([task, { atLeast, atMost }]) => {
      const recorded = steps.get(task) ?? 0;
      const isRight = recorded >= atLeast && recorded <= atMost;
      return isRight ? [] : [{ task, status: statuses.get(task), atLeast, atMost, recorded }];
    });
    expect(wrong).toEqual([]);
  }
}

/** Asks a question, also of an API that starts at the moment. @returns its id */
export async function askOne(
  fleet: Fleet,
  workspace: string,
  { script, settings: own }: Pick<Scene, 'script' | 'settings'>,
): Promise<string> {
  questions += 1;
  const question = `Question ${questions}: how many customers are there?`;
  fleet.cast.play(question, script);
  // slow jobs are delayed by faults, not stragglers
  const small = { sqlCandidates: 3, testBatches: 2, seed: 7 };
  const settings = { ...small, stragglers: null, deadlineSeconds: 3600, ...own };
  const body = { workspace, question, settings };
  const headers = { 'idempotency-key': `ask-${questions}` };
  for (const until = Date.now() + TAKEN_WITHIN_MS; ; await delay(100)) {
    const reply = await fleet.api.post<{ id: string }>('/v1/questions', body, headers).catch(() => null);
    if (reply?.status === 202 || reply?.status === 200) return reply.body.id;
    if ((reply && reply.status < 500) || Date.now() > until) {
      throw new Error(`asking answered ${reply?.status ?? 'nothing'}: ${JSON.stringify(reply?.body)}`);
    }
  }
}
