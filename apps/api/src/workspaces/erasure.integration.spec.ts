import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@assay/contracts';
import { ApiFixture } from '../testing/api-fixture.js';

const BY_WORKSPACE = 'runs questions blocks gold_sqls tasks knowledge schema_names workspace_days'.split(' ');
const BY_RUN = ['steps', 'events', 'settlements'];

describe('workspaces that are deleted', () => {
  let api: ApiFixture;
  beforeAll(async () => {
    api = await ApiFixture.start();
  });
  afterAll(() => api.stop());

  const sql = (text: string): Promise<object[]> => api.work.database.query({ name: '', text });

  it('take everything with them', async () => {
    const id = await api.workspace({}, 'Doomed');
    const open = await api.ask(id);
    const done = await api.ask(id);
    await api.finish(done, 'GOLD', 'select 1');
    await api.call(`POST /v1/questions/${done}/like`);
    const [request, evaluation, file] = [newId(), newId(), newId()];
    await sql(`insert into assay.tasks (id, workspace_id, queue, status, payload)
               values ('${request}', '${id}', 'db-sampler', 'DONE', '{}')`);
    await sql(`insert into assay.steps (id, run_id, task_id, ordinal, kind, request_hash, status)
               select gen_random_uuid(), run, run, 1, 'model', '', 'answered'
               from unnest('{${done},${request}}'::uuid[]) run`);
    await sql(`insert into assay.settlements (id, run_id, ordinal, open_point, option, reading, sql, remembered)
               values ('${done}', '${done}', 1, '${done}', '', '${done}', '', false)`);
    await sql(`insert into assay.knowledge (id, workspace_id, name, format, hash, items, left_out)
               values ('${id}', '${id}', '', '', '', '[]', '[]')`);
    await sql(`insert into assay.schema_names (workspace_id, names) values ('${id}', '{}') on conflict do nothing`);
    await sql(`insert into assay.workspace_days (workspace_id, day, slot)
               select '${id}', (now() at time zone 'UTC')::date - n, 99 from generate_series(0, 40, 20) n`);
    await sql(`insert into assay.workspace_evaluations (id, workspace_id, repeats, models, prompts)
               values ('${evaluation}', '${id}', 1, '{}', '')`);
    await sql(`insert into assay.workspace_evaluation_answers (evaluation_id, gold_sql_id, repeat, question, sql)
               values ('${evaluation}', '${evaluation}', 1, '', '')`);
    await sql(`insert into assay.workspace_files (id, workspace_id, name) values ('${file}', '${id}', '')`);
    await sql(`insert into assay.workspace_file_chunks (file_id, ordinal, content) values ('${file}', 0, '')`);
    const places = [
      ...BY_WORKSPACE.map((table) => [table, `workspace_id = '${id}'`]),
      ...BY_RUN.map((table) => [table, `run_id in ('${open}', '${done}', '${request}')`]),
      ['workspaces', `id = '${id}'`],
      ['workspace_evaluations', `id = '${evaluation}'`],
      ['workspace_evaluation_answers', `evaluation_id = '${evaluation}'`],
      ['workspace_files', `id = '${file}'`],
      ['workspace_file_chunks', `file_id = '${file}'`],
    ] as [string, string][];
    const left = async (): Promise<string[]> => {
      const filled: string[] = [];
      for (const [table, condition] of places) {
        if ((await sql(`select 1 from assay.${table} where ${condition}`)).length > 0) filled.push(table);
      }
      return filled;
    };
    expect(await left()).toEqual(places.map(([table]) => table));

    expect((await api.call(`DELETE /v1/workspaces/${id}`)).status).toBe(204);
    expect(await left()).toEqual([]);
    for (const question of [open, done]) {
      expect(await api.problem(`GET /v1/questions/${question}`)).toMatchObject({ status: 404 });
    }
    expect(await api.problem(`GET /v1/workspaces/${id}`)).toMatchObject({ status: 404 });
    expect(await api.problem(`DELETE /v1/workspaces/${id}`)).toMatchObject({ status: 404 });
    expect(await api.workspace({}, 'Doomed')).not.toBe(id);
  });

  it('go while questions come in', async () => {
    const id = await api.workspace();
    const asks = Array.from({ length: 20 }, () =>
      api.call('POST /v1/questions', { body: { workspace: id, question: 'Still there?' } }),
    );
    const [removed, ...answers] = await Promise.all([api.call(`DELETE /v1/workspaces/${id}`), ...asks]);
    expect(removed?.status).toBe(204);
    expect(answers.every((answer) => answer.status === 202 || answer.status === 404)).toBe(true);
    const text = 'select 1 from assay.runs where workspace_id = $1';
    expect(await api.work.database.query({ name: 'test_runs', text }, [id])).toEqual([]);
  });
});
