import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { Record } from './harness/record-schema.js';
import { GOOD_SQL } from './harness/script.js';
import { shareWorld } from './harness/shared-world.js';
import type { World } from './harness/world.js';

const looks = (record: Record): string[] =>
  record.events.flatMap((event) =>
    event.type === 'warning-raised' && event.code === 'SCHEMA_READ_ANEW' ? [event.message] : [],
  );

describe('a database that changed after its schema was read', () => {
  let world: World;
  beforeAll(async () => {
    world = await shareWorld();
  });
  afterAll(() => world?.end());

  const schemaOf = async (workspace: string): Promise<string> =>
    (await world.api.expect<{ mSchema: string }>(200, 'GET', `/v1/workspaces/${workspace}/schema`)).mSchema;

  async function waitForSchema(workspace: string, name: string): Promise<void> {
    for (const until = Date.now() + 150_000; !(await schemaOf(workspace)).includes(name); await delay(100)) {
      if (Date.now() > until) throw new Error('the schema was not refreshed');
    }
  }

  it('is refreshed once SQL uses a table that it did not have, and the judges see it', async () => {
    const workspace = await world.createWorkspace();
    await world.target.query('create table voucher (code text primary key); grant select on voucher to public');
    const sql = 'SELECT count(*) FROM voucher';
    const { record, calls } = await world.play(
      {
        sql: () => sql,
        // the refresh ends before judging
        any: async ({ agent, candidates }) => {
          if (agent === 'test-generator' && candidates.length > 0) await waitForSchema(workspace, 'voucher');
          return undefined;
        },
      },
      { workspace },
    );
    expect(record.status).toBe('GOLD');
    expect(looks(record)).toEqual([expect.stringContaining('voucher')]);
    expect(await schemaOf(workspace)).toContain('voucher');
    expect(calls.find(({ agent }) => agent === 'generator')?.schema).not.toContain('voucher');
    expect(calls.filter(({ agent }) => agent === 'evaluator').at(-1)?.schema).toContain('voucher');
  });

  it('gives the new names to a model that was shown a removed column', async () => {
    const workspace = await world.createWorkspace();
    await world.target.query('alter table customer rename column signed_up to member_since');
    const { record, calls } = await world.play(
      {
        // each report waits for the refresh
        sql: ({ schema, turn }) =>
          schema.includes('member_since') ? GOOD_SQL : `SELECT max(signed_up) AS latest_${turn} FROM customer`,
      },
      { workspace, settings: { sqlCandidates: 1, candidateRetries: 10, maxLevel: 'BASIC' } },
    );
    expect(record.status).toBe('GOLD');
    expect(looks(record)).toEqual([expect.stringContaining('signed_up')]);
    expect(calls.find(({ agent }) => agent === 'generator')?.schema).not.toContain('member_since');
    expect(calls.filter(({ report }) => report !== null).at(-1)?.schema).toContain('member_since');
    expect(await schemaOf(workspace)).toContain('member_since');
  });

  it('is refreshed at most once in a minute, and once per question', async () => {
    const workspace = await world.createWorkspace();
    await world.target.query('create table coupon (code text); grant select on coupon to public');
    await world.play({ sql: () => 'SELECT count(*) FROM coupon' }, { workspace });
    await waitForSchema(workspace, 'coupon');
    // resets the minute
    const looked = await world.rows<{ id: string }>(
      `update assay.workspaces set schema_looked_at = now()
       where id = '${workspace}' and schema_looked_at is not null returning id`,
    );
    expect(looked).toHaveLength(1);
    await world.target.query('create table rebate (code text); grant select on rebate to public');
    const second = await world.play({ sql: () => 'SELECT count(*) FROM rebate' }, { workspace });
    expect(second.record.status).toBe('GOLD');
    expect(looks(second.record)).toEqual([]);
    expect(await schemaOf(workspace)).not.toContain('rebate');
    // not so if the question may name the table
    const third = await world.play({}, { workspace, question: `How many rebates? (${workspace})` });
    expect(third.calls.find(({ agent }) => agent === 'generator')?.schema).toContain('rebate');
  });

  it('is left alone where the model makes names up', async () => {
    const workspace = await world.createWorkspace();
    const { record } = await world.play(
      { sql: ({ report }) => (report === null ? 'SELECT surname FROM clients' : GOOD_SQL) },
      { workspace },
    );
    expect(record.status).toBe('GOLD');
    expect(looks(record)).toEqual([]);
  });
});
