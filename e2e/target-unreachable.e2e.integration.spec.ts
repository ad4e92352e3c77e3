import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { Gate } from './faults/gate.js';
import { shareWorld } from './harness/shared-world.js';
import type { World } from './harness/world.js';

/** Less than retries for own stores (137 s). */
const REPORTED_WITHIN_MS = 50_000;
/** Less than an open circuit without a probe. */
const BACK_WITHIN_MS = 40_000;
/** Multiple of an undisturbed question. */
const GRANTED = 10;

describe('a target database that is down', () => {
  let world: World;
  let gate: Gate;
  let workspace: string;
  let undisturbedMs: number;
  beforeAll(async () => {
    world = await shareWorld();
    const gated = await Gate.before(world.target.readerUrl);
    gate = gated.gate;
    workspace = await world.createWorkspace({ database: { dialect: 'postgres', url: gated.url } });
  });
  afterAll(async () => {
    await world?.end();
    await gate?.close();
  });

  async function errorOf(question: string): Promise<{ code: string; message: string } | null> {
    const { id } = await world.ask({}, { workspace, question });
    const record = await world.recordOf(id, REPORTED_WITHIN_MS + GRANTED * undisturbedMs);
    expect(record.status).toBe('ERROR');
    return record.error;
  }

  it('is reported within seconds with cause and next step, and used again once it is back', async () => {
    const askedAt = performance.now();
    expect((await world.play({}, { workspace, question: 'How many were there before?' })).record.status).toBe('GOLD');
    undisturbedMs = performance.now() - askedAt;
    await gate.close();
    // one with a lookup first, one whose candidates fail
    for (const question of ['How many customers are there in "Bologna"?', 'how many customers are there?']) {
      const error = await errorOf(question);
      expect(error?.code).toBe('DATABASE_UNREACHABLE');
      expect(error?.message).toMatch(/refuses connections|closes the connection/);
      expect(error?.message).toContain('then ask again');
      expect(error?.message).not.toMatch(/reads-only|reader_|postgres:/);
    }
    const metrics = async (): Promise<string> => (await fetch(`${world.api.url}/metrics`)).text();
    const { name } = await world.api.expect<{ name: string }>(200, 'GET', `/v1/workspaces/${workspace}`);
    const open = `assay_circuits_open{kind="target",workspace="${name}"}`;
    const ended = await metrics();
    expect(ended).toContain(`${open} 1`);
    expect(ended).toMatch(/assay_runs_finished_total\{.*code="DATABASE_UNREACHABLE"/);

    await gate.open();
    await delay(1);
    const { id } = await world.ask({}, { workspace, question: 'How many are there in "Bologna" afterwards?' });
    expect((await world.recordOf(id, BACK_WITHIN_MS + GRANTED * undisturbedMs)).status).toBe('GOLD');
    expect(await metrics()).toContain(`${open} 0`);
  });
});
