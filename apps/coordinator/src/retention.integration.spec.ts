import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId, type Id } from '@assay/contracts';
import { Database, ensurePartitions, eraseOldRecords, migrate } from '@assay/persistence';
import { eraseWorkspace } from '@assay/questions';
import type { Config, HealthRegistry, Logger } from '@assay/runtime';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import type { TaskRuntime } from '@assay/work';
import { RetentionService } from './retention.service.js';

const DAY_MS = 86_400_000;

function idOf(daysAgo: number): Id {
  const milliseconds = Math.round(Date.now() - daysAgo * DAY_MS);
  const hex = milliseconds.toString(16).padStart(12, '0') + newId().replaceAll('-', '').slice(12);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

describe('retention', () => {
  let postgres: TestPostgres;
  let database: Database;
  let workspace: Id;
  let details: Map<string, () => unknown>;
  let warnings: unknown[];
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  beforeEach(async () => {
    await database?.close();
    const url = await postgres.createFromTemplate('retention', async (template) => void (await migrate(template)));
    database = new Database({ url });
    workspace = newId();
    await sql(
      `insert into assay.workspaces (id, name, dialect, connection, privileges)
       values ('${workspace}', 'shop', 'sqlite', '', '{}')`,
    );
    details = new Map();
    warnings = [];
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  const sql = (text: string): Promise<Record<string, unknown>[]> => database.query({ name: '', text });
  const count = async (table: string, condition = 'true'): Promise<unknown> =>
    (await sql(`select count(*)::integer as count from assay.${table} where ${condition}`))[0]?.['count'];
  const partitions = async (): Promise<unknown[]> =>
    (
      await sql(`select inhrelid::regclass::text as name from pg_inherits
                where inhparent in ('assay.steps'::regclass, 'assay.event_batches'::regclass) order by 1`)
    ).map(({ name }) => name);

  function workWith(failing: Partial<Database>): TaskRuntime {
    const hints = { send: () => undefined };
    return { database: Object.assign(Object.create(database) as Database, failing), hints } as unknown as TaskRuntime;
  }

  function service(recordRetentionDays: number | null, failing: Partial<Database> = {}): RetentionService {
    const health = { registerDetail: (name: string, read: () => unknown) => details.set(name, read) };
    const logger = { warn: (fields: unknown) => warnings.push(fields), info: () => undefined };
    const config = { retentionDays: 30, recordRetentionDays } as Config;
    return new RetentionService(
      workWith(failing),
      config,
      logger as unknown as Logger,
      health as unknown as HealthRegistry,
    );
  }

  async function questionOf(daysAgo: number): Promise<Id> {
    const [run, stage, task] = [idOf(daysAgo), newId(), newId()];
    const at = `now() - interval '${daysAgo} days'`;
    await sql(`insert into assay.runs (id, product, workspace_id, status, seed, advance_wanted,
                                       deadline_at, created_at, finished_at)
               values ('${run}', 'question', '${workspace}', 'GOLD', 1, false, ${at}, ${at}, ${at})`);
    await sql(`insert into assay.questions (run_id, workspace_id, question, requested_level, level, settings)
               values ('${run}', '${workspace}', 'How many?', 'BASIC', 'BASIC', '{}')`);
    await sql(`insert into assay.stages (id, run_id, attempt, kind, input, total, open_tasks)
               values ('${stage}', '${run}', 1, 'generate', '{}', 1, 0)`);
    await sql(`insert into assay.tasks (id, run_id, stage_id, queue, status, payload, finished_at)
               values ('${task}', '${run}', '${stage}', 'generator', 'DONE', '{}', ${at})`);
    await sql(`insert into assay.steps (id, run_id, task_id, ordinal, kind, request_hash, request, answer, raw, status,
                                        created_at)
               select gen_random_uuid(), '${run}', '${task}', n, 'model', '', case n when 1 then '{}'::jsonb end, null,
                      'raw', 'answered', ${at} from generate_series(1, 2) n`);
    await sql(`insert into assay.event_batches (run_id, sequence, events)
               select '${run}', n, '[{ "type": "call-answered", "body": {} }]' from generate_series(1, 2) n`);
    return run;
  }

  it('erases bodies after their time, those that have no request too, and keeps everything else', async () => {
    const [old, young] = [await questionOf(40), await questionOf(20)];
    await service(null).round();
    const body = 'request is not null or answer is not null or raw is not null';
    expect(await count('steps', `run_id = '${old}' and (${body})`)).toBe(0);
    expect(await count('steps', `run_id = '${young}' and (${body})`)).toBe(2);
    expect(await count('steps', `run_id = '${old}'`)).toBe(2);
    expect(await count('runs')).toBe(2);
  });

  it('erases whole records where that is wanted; what was learnt from them stays', async () => {
    const [old, young] = [await questionOf(400), await questionOf(100)];
    for (const run of [old, young]) {
      await sql(`insert into assay.gold_sqls (id, workspace_id, question, sql, run_id)
                 values ('${newId()}', '${workspace}', 'How many?', 'select 1', '${run}')`);
    }
    await service(365).round();
    expect((await sql('select id from assay.runs')).map(({ id }) => id)).toEqual([young]);
    for (const table of ['questions', 'stages', 'tasks']) expect(await count(table)).toBe(1);
    expect(await count('gold_sqls')).toBe(2);
    expect(await count('gold_sqls', 'run_id is null')).toBe(1);
    // no partition for a month that old
    expect(await count('steps')).toBe(2);
    expect(await count('events')).toBe(2);
  });

  it('forgets idempotency keys after a day, page by page', async () => {
    const run = await questionOf(2);
    await sql(`insert into assay.idempotency_keys (owner, key, body_hash, run_id, created_at)
               select 'somebody', n, '', '${run}', now() - n * interval '1 minute' from generate_series(1320, 3700) n
               where n < 1380 or n >= 1440`);
    await service(null).round();
    expect(await count('idempotency_keys')).toBe(60);
  });

  it('discards abandoned uploads, and nothing else of the files', async () => {
    for (const [hours, stored] of [
      [7, 'null'],
      [1, 'null'],
      [7, 'now()'],
    ] as const) {
      const file = newId();
      await sql(`insert into assay.workspace_files (id, workspace_id, name, stored_at, created_at)
                 values ('${file}', '${workspace}', '${file}', ${stored}, now() - interval '${hours} hours')`);
      await sql(`insert into assay.workspace_file_chunks (file_id, ordinal, content) values ('${file}', 0, '')`);
    }
    await service(null).round();
    expect(await count('workspace_files')).toBe(2);
    expect(await count('workspace_files', `stored_at is null and created_at < now() - interval '6 hours'`)).toBe(0);
    expect(await count('workspace_file_chunks')).toBe(2);
  });

  it('erases evaluations with the records, page by page, but none that continues', async () => {
    const evaluationOf = async (daysAgo: number, finished: boolean): Promise<Id> => {
      const [id, at] = [idOf(daysAgo), `now() - interval '${daysAgo} days'`];
      await sql(`insert into assay.workspace_evaluations (id, workspace_id, repeats, models, prompts, created_at, finished_at)
                 values ('${id}', '${workspace}', 1, '{}', '', ${at}, ${finished ? at : 'null'})`);
      await sql(`insert into assay.workspace_evaluation_answers (evaluation_id, gold_sql_id, repeat, question, sql)
                 values ('${id}', '${newId()}', 1, 'How many?', 'select 1')`);
      return id;
    };
    for (let made = 0; made < 12; made += 1) await evaluationOf(400 + made, true);
    const kept = [await evaluationOf(100, true), await evaluationOf(500, false)];
    await service(null).round();
    expect(await count('workspace_evaluations')).toBe(14);
    await service(365).round();
    expect((await sql('select id from assay.workspace_evaluations')).map(({ id }) => id).sort()).toEqual(kept.sort());
    expect(await count('workspace_evaluation_answers')).toBe(2);
  });

  it('continues with the erasure of a workspace that was interrupted, and leaves one that has just begun', async () => {
    // more than a page
    for (let made = 0; made < 110; made += 1) await questionOf(1);
    const request = newId();
    await sql(`insert into assay.tasks (id, workspace_id, queue, status, payload, finished_at)
               values ('${request}', '${workspace}', 'db-sampler', 'DONE', '{}', now())`);
    await sql(`insert into assay.steps (id, run_id, task_id, ordinal, kind, request_hash, status)
               values (gen_random_uuid(), '${request}', '${request}', 1, 'database', '', 'answered')`);
    await sql(`insert into assay.workspace_days (workspace_id, day, slot)
               select '${workspace}', (now() at time zone 'UTC')::date - n, 0 from generate_series(0, 40, 20) n`);
    let begun = 0;
    const transaction: Database['transaction'] = (work) =>
      ++begun > 1 ? Promise.reject(new Error('power cut')) : database.transaction(work);
    await expect(eraseWorkspace(workWith({ transaction }), workspace)).rejects.toThrow('power cut');
    expect(await count('runs')).toBe(10);
    await service(null).round();
    expect(await count('runs')).toBe(10);
    await sql(`update assay.workspaces set updated_at = now() - interval '6 minutes'`);
    await service(null).round();
    for (const table of ['workspaces', 'runs', 'questions', 'tasks', 'steps', 'events', 'workspace_days']) {
      expect([table, await count(table)]).toEqual([table, 0]);
    }
  });

  it('leaves records that have not ended', async () => {
    const run = await questionOf(400);
    await sql(`update assay.runs set finished_at = null, status = 'RUNNING'`);
    await service(365).round();
    expect(await count('runs', `id = '${run}'`)).toBe(1);
    expect(await count('steps')).toBe(2);
  });

  it('drops a partition as soon as no record of its month is left, and no other one', async () => {
    const name = (parent: string, from: string): string => `${parent}_${from.slice(0, 7).replace('-', '_')}`;
    const months = [400, 100].map((daysAgo) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 7));
    for (const month of months) {
      for (const parent of ['steps', 'event_batches']) {
        await sql(`create table assay.${name(parent, month)} partition of assay.${parent}
                   for values from (assay.id_at('${month}-01 00:00Z')) to (assay.id_at('${month}-01 00:00Z'::timestamptz at time zone 'UTC' + interval '1 month'))`);
      }
    }
    const [old, young] = [await questionOf(400), await questionOf(100)];
    const before = await partitions();
    await service(365).round();
    const gone = ['event_batches', 'steps'].map((parent) => name(parent, months[0] as string));
    const after = await partitions();
    expect(before.filter((partition) => !after.includes(partition))).toEqual(gone);
    expect(await count('steps', `run_id = '${old}'`)).toBe(0);
    expect(await count('steps', `run_id = '${young}'`)).toBe(2);
  });

  it('never shows half a record when it is interrupted, and continues where it was', async () => {
    for (let made = 0; made < 5; made += 1) await questionOf(400 + made);
    await sql(`create function assay.fail() returns trigger language plpgsql as $$ begin
                 if (select count(*) from assay.runs) <= 3 then raise exception 'power cut'; end if; return old; end $$`);
    await sql('create trigger fail after delete on assay.stages for each row execute function assay.fail()');
    await eraseOldRecords(database, 365, 2);
    await expect(eraseOldRecords(database, 365, 2)).rejects.toThrow('power cut');
    for (const table of ['runs', 'questions', 'stages', 'tasks']) expect(await count(table)).toBe(3);
    await sql('drop trigger fail on assay.stages');
    await service(365).round();
    for (const table of ['runs', 'questions', 'stages', 'tasks', 'steps', 'events']) expect(await count(table)).toBe(0);
  });

  it('deletes processes that are long gone, unless a task is still theirs', async () => {
    const [live, silent, stopped, holding] = [newId(), newId(), newId(), newId()];
    for (const id of [live, silent, stopped, holding]) {
      await sql(`insert into assay.processes (id, service, host, pid, beaten_at)
                 values ('${id}', 'evaluator', 'host', 1, now() - interval '2 hours')`);
    }
    await sql(`update assay.processes set beaten_at = now() where id = '${live}'`);
    await sql(`update assay.processes set stopped_at = beaten_at where id = '${stopped}'`);
    await sql(`insert into assay.tasks (id, queue, status, process_id, claim, payload)
               values ('${newId()}', 'evaluator', 'RUNNING', '${holding}', gen_random_uuid(), '{}')`);
    await service(null).round();
    expect((await sql('select id from assay.processes')).map(({ id }) => id).sort()).toEqual([live, holding].sort());
  });

  it('deletes texts that nothing has used for long, but not the schema of a workspace', async () => {
    for (const hash of ['schema', 'unused', 'used']) {
      await sql(`insert into assay.blocks (workspace_id, hash, content, created_at, used_at) values
                 ('${workspace}', '${hash}', '', now() - interval '90 days',
                  now() - interval '${hash === 'used' ? 29 : 32} days')`);
    }
    await sql(`update assay.workspaces set schema_hash = 'schema'`);
    await service(null).round();
    expect((await sql('select hash from assay.blocks order by hash')).map(({ hash }) => hash)).toEqual([
      'schema',
      'used',
    ]);
  });

  it('deletes old requests that belong to no question, with their journal', async () => {
    for (const id of [idOf(40), idOf(1)]) {
      await sql(`insert into assay.tasks (id, queue, status, payload, finished_at)
                 values ('${id}', 'db-sampler', 'DONE', '{}', now())`);
      await sql(`insert into assay.steps (id, run_id, task_id, ordinal, kind, request_hash, status)
                 values (gen_random_uuid(), '${id}', '${id}', 1, 'database', '', 'answered')`);
    }
    await service(null).round();
    expect([await count('tasks'), await count('steps')]).toEqual([1, 1]);
  });

  it('says how far it lags behind, in the health of its process and in the log', async () => {
    await questionOf(40);
    const broken: Database['query'] = (statement, parameters) =>
      statement.name === 'erase_call_bodies' ? Promise.reject(new Error('no')) : database.query(statement, parameters);
    const failing = service(null, { query: broken });
    failing.onApplicationBootstrap();
    await failing.round();
    const { lagSeconds } = details.get('retention')?.() as { lagSeconds: Record<string, number> };
    expect(lagSeconds['bodies']).toBeCloseTo((10 * DAY_MS) / 1000, -3);
    expect(lagSeconds).toMatchObject({ records: 0, blocks: 0 });
    expect(warnings).toEqual([{ err: expect.any(Error) }, { lagSeconds: expect.anything() }]);
    failing.onApplicationShutdown();
    warnings = [];
    await service(null).round();
    expect(warnings).toEqual([]);
  });

  it('moves rows to where they belong when their partition is made late', async () => {
    const run = await questionOf(0);
    const month = new Date().toISOString().slice(0, 7).replace('-', '_');
    await sql(`with moved as (delete from assay.steps returning *) select 1`);
    await sql(`alter table assay.steps detach partition assay.steps_${month}`);
    await sql(`drop table assay.steps_${month}`);
    await sql(`insert into assay.steps (id, run_id, task_id, ordinal, kind, request_hash, status)
               values (gen_random_uuid(), '${run}', '${run}', 1, 'model', '', 'answered')`);
    expect(await count('steps_default')).toBe(1);
    expect(await ensurePartitions(database, 3)).toEqual([`steps_${month}`]);
    expect([await count('steps_default'), await count(`steps_${month}`)]).toEqual([0, 1]);
    expect(await ensurePartitions(database, 3)).toEqual([]);
  });
});
