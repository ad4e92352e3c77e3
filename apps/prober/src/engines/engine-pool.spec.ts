import { expect, it } from '@jest/globals';
import type { InstanceEngine } from '@assay/behaviour';
import { InfrastructureError } from '@assay/contracts';
import { EnginePool } from './engine-pool.js';

it('closes idle engines as soon as one finds that their server serves others', async () => {
  const closed: number[] = [];
  let made = 0;
  const pool = new EnginePool(() => {
    const engine = (made += 1);
    return { close: async () => void closed.push(engine) } as unknown as InstanceEngine;
  }, 2);
  const use = (code: string): Promise<never> =>
    pool.use(async () => {
      throw new InfrastructureError(code, 'the work failed');
    });
  const holding = Promise.withResolvers<void>();
  await Promise.all([pool.use(() => holding.promise), pool.use(async () => holding.resolve())]);
  expect(made).toBe(2);
  await expect(use('SCHEMA_REFUSED')).rejects.toMatchObject({ code: 'SCHEMA_REFUSED' });
  expect(closed).toEqual([]);
  await expect(use('SCRATCH_SERVER_SHARED')).rejects.toMatchObject({ code: 'SCRATCH_SERVER_SHARED' });
  expect(closed).toHaveLength(1);
});
