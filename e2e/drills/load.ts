import { expect } from '@jest/globals';
import { eventually } from '@assay/testing';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fleet } from '../faults/fleet.js';
import type { FaultWindow } from '../faults/model-ledger.js';
import { askOne } from '../faults/questions-in-flight.js';
import { NO_FLAWS } from '../faults/record-rows.js';

/** Ms. */
const EVERY_MS = 400;
/** Only a hang takes this long. */
const ENDS_WITHIN_MS = 180_000;

/** Questions one after the other, without waiting for answers. */
export class Load {
  readonly ids: string[] = [];
  private readonly askedAt = performance.now();
  private isOver = false;
  private failure: Error | null = null;
  private readonly asking: Promise<void>;

  private constructor(
    private readonly fleet: Fleet,
    private readonly workspace: string,
  ) {
    this.asking = this.ask().catch((error: unknown) => {
      this.failure = error instanceof Error ? error : new Error(String(error));
    });
  }

  static async on(fleet: Fleet): Promise<Load> {
    const database = { dialect: 'postgres', url: fleet.targetUrl };
    const body = { name: `drill ${Date.now()}`, database };
    const { id } = await fleet.api.expect<{ id: string }>(201, 'POST', '/v1/workspaces', body);
    return new Load(fleet, id);
  }

  /** Lets it run, until at least one more question is under way. @returns how many are */
  async flow(ms: number): Promise<number> {
    const asked = this.ids.length;
    await delay(ms);
    return eventually(async () => {
      if (this.failure !== null) throw this.failure;
      const open = this.ids.length - (await this.fleet.rows.finished(this.ids)).size;
      return this.ids.length > asked && open > 0 && open;
    }, ENDS_WITHIN_MS);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.asking;
  }

  /** Stops. Each question was answered once, and its calls paid once, but for `faults`. @returns the figures */
  async check(faults: readonly FaultWindow[] = []): Promise<string> {
    await this.stop();
    if (this.failure !== null) throw this.failure;
    await eventually(
      async () => (await this.fleet.rows.finished(this.ids)).size === this.ids.length,
      ENDS_WITHIN_MS,
    ).catch(async (cause: unknown) => {
      const standing = `${await this.fleet.rows.standing(this.ids)}\n${await this.fleet.casualties()}`;
      throw new Error(`lost: ${standing}`, { cause });
    });
    const [asked] = await this.fleet.rows.query(
      `select count(*)::integer as runs, count(*) filter (where id = any ($2) and status = 'GOLD')::integer as answered
       from assay.runs where workspace_id = $1`,
      [this.workspace, this.ids],
    );
    expect(asked).toEqual({ runs: this.ids.length, answered: this.ids.length });
    let repeated = 0;
    const excused = [...faults, ...this.fleet.starvation.since(this.askedAt)];
    for (const id of this.ids) {
      expect(await this.fleet.rows.flaws(id)).toEqual(NO_FLAWS);
      expect(this.fleet.ledger.paidTwice(id, excused)).toEqual([]);
      repeated += this.fleet.ledger.paidTwice(id, []).length;
    }
    return `${this.ids.length} questions, 0 lost, 0 doubled, ${repeated} calls paid again`;
  }

  private async ask(): Promise<void> {
    while (!this.isOver) {
      this.ids.push(await askOne(this.fleet, this.workspace, { script: {}, settings: {} }));
      await delay(EVERY_MS);
    }
  }
}

/** A measured result, for people. */
export function report(text: string): void {
  const seconds = text.replace(/([\d.]+) ms/g, (_, ms: string) => `${(Number(ms) / 1000).toFixed(1)} s`);
  process.stderr.write(`measured: ${seconds}\n`);
}
