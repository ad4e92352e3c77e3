import { afterEach, describe, expect, it } from '@jest/globals';
import { newId, type Asker, type DatabaseRequest, type GuardAllowance, type Identity } from '@assay/contracts';

import { createLogger, encryptSecret } from '@assay/runtime';
import type { TaskContext, TaskRuntime } from '@assay/work';
import type { CutSessions } from './cut-sessions/cut-sessions.js';
import { DbSamplerService } from './db-sampler.service.js';
import type { DatabaseSampler, RowExporter, WorkspaceConnection } from './sampler/index.js';
import type { SchemaWatch } from './schema-watch/schema-watch.js';
import type { UploadedFolders } from './uploads/uploaded-folders.js';

const KEYS = Buffer.alloc(32);
const ASKER: Asker = {
  mode: 'variables',
  claims: { region: 'area' },
  roles: [],
  allowFunctions: [],
  allowExtensions: [],
};
const SQL: DatabaseRequest = {
  kind: 'rows',
  sql: 'select 1',
  limits: { statementTimeoutMs: 1000, maxRows: 1, maxBytes: 1000 },
  offset: 0,
  limit: 1,
};

describe('statements of a question with an identity', () => {
  const workspace = newId();
  const question = newId();
  const identity: Identity = { person: newId(), role: null, variables: { person: '', subject: '', region: 'north' } };
  let current: Asker | null = null;
  let settings: object = {};
  /** The setting when the question was asked. */
  let settled: Asker = ASKER;
  let asked: Identity | null = identity;
  let ran: (Identity | null | undefined)[] = [];
  let guards: WorkspaceConnection['guard'][] = [];
  let service: DbSamplerService;

  const database = {
    query: ({ name }: { name: string }) =>
      Promise.resolve(
        name === 'read_identity'
          ? [{ identity: asked, asker: asked && settled }]
          : [
              {
                dialect: 'postgres',
                connection: encryptSecret('postgres://reader@db/shop', KEYS, workspace),
                settings: { asker: current, ...settings },
                schemaHash: 'known',
              },
            ],
      ),
  };
  const start = (): void => {
    ran = [];
    guards = [];
    current = null;
    settings = {};
    settled = ASKER;
    asked = identity;
    restart();
  };
  const restart = (): void => {
    service = new DbSamplerService(
      { database } as unknown as TaskRuntime,
      {
        answer: ({ identity: person, guard }: WorkspaceConnection) => {
          guards.push(guard);
          return Promise.resolve(ran.push(person));
        },
        close: () => Promise.resolve(),
      } as unknown as DatabaseSampler,
      { close: () => undefined, follow: (answer: unknown) => answer } as unknown as SchemaWatch,
      {} as RowExporter,
      { close: () => Promise.resolve() } as unknown as UploadedFolders,
      { run: (_asked: unknown, work: () => Promise<unknown>) => work() } as unknown as CutSessions,
      KEYS,
      createLogger({ service: 'spec', level: 'silent' }),
    );
  };
  const run = (payload: DatabaseRequest = SQL, of: object | null = { id: question }): Promise<unknown> =>
    service.answer({
      workspace,
      payload,
      run: of,
      signal: new AbortController().signal,
      attempts: 1,
    } as unknown as TaskContext<unknown, DatabaseRequest>);

  const examine = (guard: GuardAllowance): Promise<unknown> =>
    run({ kind: 'examine', sql: SQL.sql, limits: SQL.limits, guard });

  afterEach(() => service.onApplicationShutdown());

  it.each([
    ['is removed', null],
    ['maps other claims', { ...ASKER, claims: { region: 'another' } }],
    ['has another mode', { ...ASKER, mode: 'role', claims: { role: 'area' }, roles: ['north'] } satisfies Asker],
  ])('do not run once the setting %s', async (_title, changed) => {
    start();
    current = changed;
    await expect(run()).rejects.toMatchObject({ code: 'ASKER_REFUSED' });
    expect(ran).toEqual([]);
  });

  it('do not run as a role that the setting no longer allows', async () => {
    start();
    const role = { ...ASKER, mode: 'role', claims: { role: 'area' } } as const;
    settled = role;
    asked = { ...identity, role: 'north', variables: {} };
    current = { ...role, roles: ['south'] };
    await expect(run()).rejects.toMatchObject({ code: 'ASKER_REFUSED' });
    expect(ran).toEqual([]);
    current = { ...role, roles: ['south', 'north'] };
    // its cached connection is older than the change
    await service.onApplicationShutdown();
    restart();
    await run();
    expect(ran).toEqual([asked]);
  });

  it('read rows later for the person who asked alone', async () => {
    start();
    current = ASKER;
    const later = (owner: string) => run({ ...SQL, askedBy: { question, owner } }, null);
    await expect(later(newId())).rejects.toMatchObject({
      code: 'ASKER_REFUSED',
      message: 'rows of this question are read by the person who asked it',
    });
    expect(ran).toEqual([]);
    await later(identity.person);
    expect(ran).toEqual([identity]);
  });

  it('run with the allowance of the setting in place of the one of the workspace', async () => {
    start();
    settings = { allowFunctions: ['net'], allowExtensions: ['unaccent'], allowSystemCatalogs: true };
    current = { ...ASKER, allowFunctions: ['own'], allowExtensions: ['hstore'] };
    await run();
    await examine({ allowFunctions: ['net'], allowExtensions: [], allowSystemCatalogs: true });
    const guard = { allowFunctions: ['own'], allowExtensions: ['hstore'], allowSystemCatalogs: false };
    expect(guards).toEqual([guard, guard]);
  });

  it('run as the person where the cached connection is older than the setting', async () => {
    start();
    current = null;
    await expect(run()).rejects.toMatchObject({ code: 'ASKER_REFUSED' });
    current = ASKER;
    await run();
    expect(ran).toEqual([identity]);
  });

  it.each([
    ['functions', { allowFunctions: ['net'] }],
    ['extensions', { allowExtensions: ['unaccent'] }],
    ['system catalogs', { allowSystemCatalogs: true }],
  ])('read the workspace again where the question allows other %s than the cache', async (_title, allowed) => {
    start();
    asked = null;
    const guard = { allowFunctions: [], allowExtensions: [], allowSystemCatalogs: false };
    await examine(guard);
    settings = allowed;
    await examine(guard);
    await examine({ ...guard, ...allowed });
    expect(guards).toEqual([guard, guard, { ...guard, ...allowed }]);
  });
});
