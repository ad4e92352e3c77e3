import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWorld, type OwnWorld } from './harness/own-world.js';

const OLD = 'the key of last year, long enough';
const NEW = 'the key of this year, long enough';

describe('another secret key', () => {
  let world: OwnWorld;
  beforeAll(async () => {
    world = await createWorld({ env: { ASSAY_SECRET_KEY: OLD } });
  });
  afterAll(() => world?.end());

  async function restartWith(env: { [name: string]: string }): Promise<void> {
    await world.assay.stop();
    await world.restart(env);
  }

  /** Until db-sampler has used the connection string. */
  async function rows(): Promise<number> {
    const { record } = await world.play();
    return record.attempts[0]?.candidates[0]?.execution?.rowCount ?? -1;
  }

  it('opens what the old one sealed while that is accepted, and needs it no more afterwards', async () => {
    expect(await rows()).toBe(1);
    await restartWith({ ASSAY_SECRET_KEY: NEW, ASSAY_SECRET_KEYS_ACCEPTED: OLD });
    expect(await rows()).toBe(1);
    await restartWith({ ASSAY_SECRET_KEY: NEW });
    expect(await rows()).toBe(1);
  });

  it('shows that the old one opens nothing any more', async () => {
    await restartWith({ ASSAY_SECRET_KEY: OLD });
    const { id } = await world.ask();
    const { status, error } = await world.ended(id);
    expect(status).toBe('ERROR');
    expect(JSON.stringify(error)).toContain('SECRET_UNREADABLE');
    expect(JSON.stringify(error)).not.toContain('reads-only');
  });
});
