import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWorld, type OwnWorld } from './harness/own-world.js';
import { modelEnvironment } from './harness/world.js';

const OLD = 'the key of last year, long enough';
const NEW = 'the key of this year, long enough';
const ONLY_ON_THE_PAGE = { OPENAI_BASE_URL: '', OPENAI_API_KEY: '' };

describe('another secret key', () => {
  let world: OwnWorld;
  beforeAll(async () => {
    world = await createWorld({ env: { ASSAY_SECRET_KEY: OLD, ...ONLY_ON_THE_PAGE } });
    await world.api.expect(200, 'PUT', '/v1/models', { url: world.model.url, key: 'sk-rotated-for-tests' });
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

  it('opens the key of the model by a key of its own, and by those accepted', async () => {
    const [first, second] = ['the first key of models', 'the second key of models'];
    const problem = async (): Promise<string | null> =>
      (await world.api.get<{ problem: string | null }>('/v1/models')).body.problem;
    await restartWith({ ASSAY_SECRET_KEY: NEW, ASSAY_MODEL_SECRET_KEY: first });
    await world.api.expect(200, 'PUT', '/v1/models', { url: world.model.url, key: 'sk-rotated-for-tests' });
    await restartWith({ ASSAY_SECRET_KEY: NEW, ASSAY_MODEL_SECRET_KEY: second });
    expect(await problem()).toContain('cannot be read');
    const accepted = { ASSAY_MODEL_SECRET_KEY: second, ASSAY_MODEL_SECRET_KEYS_ACCEPTED: first };
    await restartWith({ ASSAY_SECRET_KEY: NEW, ...accepted });
    expect(await problem()).toBeNull();
    expect(await rows()).toBe(1);
    await restartWith({ ASSAY_SECRET_KEY: NEW, ASSAY_MODEL_SECRET_KEY: second });
    expect(await problem()).toBeNull();
  });

  it('shows that the old one opens nothing any more', async () => {
    await restartWith({ ASSAY_SECRET_KEY: OLD });
    const { problem } = (await world.api.get<{ problem: string | null }>('/v1/models')).body;
    expect(problem).toContain('cannot be read');
    await restartWith({ ASSAY_SECRET_KEY: OLD, ...modelEnvironment(world.model) });
    const { id } = await world.ask();
    const { status, error } = await world.ended(id);
    expect(status).toBe('ERROR');
    expect(JSON.stringify(error)).toContain('SECRET_UNREADABLE');
    expect(JSON.stringify(error)).not.toContain('reads-only');
  });
});
