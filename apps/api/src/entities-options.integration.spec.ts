import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Door, freePort, startTestPostgres, type TestPostgres } from '@assay/testing';
import { createLogger, NestLogger, recordRetries } from '@assay/runtime';
import { DataSource } from 'typeorm';
import { entitiesOptions } from './entities-options.js';

/** More than @nestjs/typeorm tries. */
const FAILURES = 12;

describe('TypeORM in the API', () => {
  let postgres: TestPostgres;
  let module: TestingModule | undefined;
  beforeEach(async () => {
    postgres = await startTestPostgres();
    module = undefined;
  });
  afterEach(async () => {
    await module?.close();
    await postgres.stop();
  });

  const start = async (
    databaseUrl: string,
    waitMs: number,
    beforeTry: (tries: number) => Promise<void> = () => Promise.resolve(),
  ): Promise<number> => {
    let tries = 0;
    const core = TypeOrmModule.forRootAsync({
      useFactory: () => entitiesOptions({ databaseUrl, service: 'api' }, recordRetries({ waitMs, tryEveryMs: 1 })),
      dataSourceFactory: async (options) => {
        await beforeTry(++tries);
        return new DataSource(options as never);
      },
    });
    module = await Test.createTestingModule({ imports: [core] })
      .setLogger(new NestLogger(createLogger({ service: 'api', level: 'silent', secrets: [] })))
      .compile()
      .catch((error: unknown) => Promise.reject(Object.assign(error as Error, { tries })));
    return tries;
  };

  it('waits for a Postgres that has gone since the process began', async () => {
    const door = new Door(new URL(await postgres.createDatabase()));
    const tries = await start(await door.url(), 60_000, async (tried) => {
      if (tried > FAILURES) await door.open();
    });
    expect(tries).toBe(FAILURES + 1);
    await module?.close();
    module = undefined;
    await door.close();
  });

  it('gives up when that takes too long', async () => {
    const nobody = `postgres://assay@127.0.0.1:${await freePort()}/assay`;
    await expect(start(nobody, 0)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('does not wait for permanent faults', async () => {
    const url = new URL(await postgres.createDatabase());
    url.pathname = '/no_such_database';
    await expect(start(url.href, 60_000)).rejects.toMatchObject({ code: '3D000', tries: 1 });
  });

  it('waits as long as the process does, and tries as often', () => {
    const { retryAttempts, retryDelay } = entitiesOptions({ databaseUrl: 'postgres://db/assay', service: 'api' });
    expect({ retryAttempts, retryDelay }).toEqual({ retryAttempts: Infinity, retryDelay: 500 });
  });
});
