import { describe, expect, it } from '@jest/globals';
import type { InstanceEngine } from '@assay/behaviour';
import type { Dialect } from '@assay/contracts';
import type { Logger } from '@assay/runtime';
import type { TaskRuntime } from '@assay/work';
import { EngineWarmer } from './engine-warmer.js';
import type { ScratchEngines } from './scratch-engines.js';

/** Engines exist for all dialects but Oracle. */
function warmerOf(dialects: Dialect[], open: (dialect: Dialect) => void): EngineWarmer {
  const database = { query: async () => dialects.map((dialect) => ({ dialect })) };
  const use = async (dialect: Dialect, work: (engine: InstanceEngine) => Promise<unknown>): Promise<unknown> =>
    dialect === 'oracle' ? null : work({ open: async () => open(dialect) } as InstanceEngine);
  const logger = { warn: () => undefined } as unknown as Logger;
  return new EngineWarmer({ database } as unknown as TaskRuntime, { use } as unknown as ScratchEngines, logger);
}

describe('engines are made ready', () => {
  it('for the dialects of workspaces, once each, later ones too', async () => {
    const dialects: Dialect[] = ['postgres', 'oracle'];
    const opened: Dialect[] = [];
    const warmer = warmerOf(dialects, (dialect) => opened.push(dialect));
    await warmer.warmNew();
    expect(opened).toEqual(['postgres']);
    dialects.push('sqlite');
    await warmer.warmNew();
    expect(opened).toEqual(['postgres', 'sqlite']);
  });

  it('without ending the process where one does not start', async () => {
    const warmer = warmerOf(['postgres'], () => {
      throw new Error('no memory');
    });
    await expect(warmer.warmNew()).rejects.toThrow('no memory');
    warmer.onApplicationBootstrap();
    await new Promise((resolve) => setImmediate(resolve));
    warmer.onApplicationShutdown();
  });
});
