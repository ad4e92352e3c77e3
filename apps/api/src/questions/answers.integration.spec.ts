import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  newId,
  type AuditEntryView,
  type ChartSpec,
  type CorrectionView,
  type EscalationRecord,
  type GoldSqlView,
  type Id,
  type Page,
  type QuestionView,
  type OpenComment,
  type RowsPage,
} from '@assay/contracts';
import { ApiFixture } from '../testing/api-fixture.js';

describe('an answer that people can use', () => {
  let api: ApiFixture;
  let workspace: Id;
  beforeAll(async () => {
    api = await ApiFixture.start();
  });
  beforeEach(async () => {
    api.sampler.rows = null;
    workspace = await api.workspace();
  });
  afterAll(() => api.stop());

  const view = async (question: Id): Promise<QuestionView> =>
    (await api.call<QuestionView>(`GET /v1/questions/${question}`)).body;
  const answered = async (more: object = {}): Promise<Id> => {
    const question = await api.ask(workspace, more);
    await api.finish(question, 'GOLD', 'select 1');
    return question;
  };
  const goldSqls = async (): Promise<GoldSqlView[]> =>
    (await api.call<Page<GoldSqlView>>(`GET /v1/workspaces/${workspace}/gold-sqls`)).body.items;

  it('says what may be done about a question that failed, and nothing of one that did not', async () => {
    const failed = await api.ask(workspace);
    await api.finish(failed, 'FAILED', null);
    expect((await view(failed)).nextSteps.map(({ action }) => action)).toContain('edit-question');
    expect(await view(await answered())).toMatchObject({ nextSteps: [], refusals: [], summary: null });
  });

  describe('corrected', () => {
    it('makes a gold SQL of SQL that runs, on record, audited', async () => {
      const question = await answered({ evidence: ['a note'] });
      const body = { sql: 'select 2', comment: 'it is two' };
      const corrected = await api.call<CorrectionView>(`POST /v1/questions/${question}/correct`, { body });
      expect(corrected.status).toBe(201);
      expect(await goldSqls()).toMatchObject([
        { id: corrected.body.goldSql, question: 'How many orders?', sql: 'select 2', evidence: 'a note' },
      ]);
      expect(await view(question)).toMatchObject({ corrected: true, correctedSql: 'select 2', liked: false });
      const { corrections } = (await api.call<EscalationRecord>(`GET /v1/questions/${question}/record`)).body;
      expect(corrections).toEqual([corrected.body]);
      const { items } = (await api.call<Page<AuditEntryView>>('GET /v1/audit')).body;
      const entry = items.find(({ action, question: of }) => action === 'question-corrected' && of === question);
      expect(entry?.details).toEqual({ correction: corrected.body.id, goldSql: corrected.body.goldSql });
    });

    it("is a like, and no correction, with the winner's own SQL", async () => {
      const question = await answered();
      const correct = (body: object): Promise<object> =>
        api.call(`POST /v1/questions/${question}/correct`, { body: { sql: ' select 1;', ...body } });
      expect(await correct({})).toMatchObject({ status: 201 });
      expect(await correct({ comment: 'it is right' })).toMatchObject({ status: 201 });
      const { body } = await api.call<EscalationRecord>(`GET /v1/questions/${question}/record`);
      expect(body.corrections).toMatchObject([{ sql: null, comment: 'it is right', goldSql: null }]);
      expect(body).toMatchObject({ corrected: false });
    });

    it('answers with its rows, CSV and chart, until its gold SQL is gone', async () => {
      const question = await answered();
      const read = async (path: string): Promise<unknown> => {
        await api.call(`GET /v1/questions/${question}/${path}`);
        return api.sampler.requests.at(-1)?.request;
      };
      const corrected = await api.call<CorrectionView>(`POST /v1/questions/${question}/correct`, {
        body: { sql: 'select 2;' },
      });
      const rows = await api.call<RowsPage>(`GET /v1/questions/${question}/rows`);
      expect(rows).toMatchObject({ status: 200, body: { corrected: true } });
      for (const path of ['rows', 'rows?format=csv', 'chart'])
        expect(await read(path)).toMatchObject({ sql: 'select 2' });
      await api.call(`DELETE /v1/workspaces/${workspace}/gold-sqls/${corrected.body.goldSql}`);
      expect((await api.call<RowsPage>(`GET /v1/questions/${question}/rows`)).body).not.toHaveProperty('corrected');
      expect(await view(question)).not.toHaveProperty('correctedSql');
      expect(await read('rows')).toMatchObject({ sql: 'select 1' });
    });

    it('answers no more while its gold SQL is set aside, and the record says so', async () => {
      const question = await answered();
      const body = { sql: 'select 2' };
      const corrected = await api.call<CorrectionView>(`POST /v1/questions/${question}/correct`, { body });
      const text = `update assay.gold_sqls set set_aside = 'gone' where id = $1`;
      await api.work.database.query({ name: 'test_correction_aside', text }, [corrected.body.goldSql]);
      expect((await api.call<RowsPage>(`GET /v1/questions/${question}/rows`)).body).not.toHaveProperty('corrected');
      const record = await api.call<EscalationRecord>(`GET /v1/questions/${question}/record`);
      expect(record.body.corrections).toMatchObject([{ ...body, goldSql: null }]);
      expect(record.body).not.toHaveProperty('correctedSql');
    });

    it('answers by its newest SQL alone', async () => {
      const question = await answered();
      const correct = async (sql: string): Promise<CorrectionView> =>
        (await api.call<CorrectionView>(`POST /v1/questions/${question}/correct`, { body: { sql } })).body;
      await correct('select 2');
      const { goldSql } = await correct('select 3');
      expect(await view(question)).toMatchObject({ correctedSql: 'select 3' });
      await api.call(`DELETE /v1/workspaces/${workspace}/gold-sqls/${goldSql}`);
      expect(await view(question)).not.toHaveProperty('correctedSql');
    });

    it('has rows where no SQL had won', async () => {
      const question = await api.ask(workspace);
      await api.finish(question, 'FAILED', null);
      await api.call(`POST /v1/questions/${question}/correct`, { body: { sql: 'select 0' } });
      expect((await api.call(`GET /v1/questions/${question}/rows`)).status).toBe(200);
      expect(await view(question)).toMatchObject({ status: 'FAILED', correctedSql: 'select 0' });
    });

    it('by its own SQL is liked', async () => {
      const question = await answered();
      const correct = (): ReturnType<typeof api.call<CorrectionView>> =>
        api.call<CorrectionView>(`POST /v1/questions/${question}/correct`, { body: { sql: ' select 1;\n' } });
      const [first, second] = [await correct(), await correct()];
      expect(second.body.goldSql).toBe(first.body.goldSql);
      expect(await goldSqls()).toMatchObject([{ id: first.body.goldSql, sql: 'select 1' }]);
      const liked = await view(question);
      expect(liked).toMatchObject({ liked: true, corrected: false });
      expect(liked).not.toHaveProperty('correctedSql');
    });

    it('is no longer liked when another SQL has won, and then liked with that one', async () => {
      const question = await answered();
      const like = (): ReturnType<typeof api.call<GoldSqlView>> => api.call(`POST /v1/questions/${question}/like`);
      const first = await like();
      const text = `update assay.questions set result = jsonb_set(result, '{sqlList,0,sql}', '"select 9"') where run_id = $1`;
      await api.work.database.query({ name: 'test_other_winner', text }, [question]);
      expect(await view(question)).toMatchObject({ liked: false });
      const second = await like();
      expect([first.status, second.status]).toEqual([201, 200]);
      expect(await goldSqls()).toMatchObject([{ id: first.body.id, sql: 'select 9' }]);
      expect(await view(question)).toMatchObject({ liked: true });
    });

    it('is not liked, and by its own SQL again is answered by that', async () => {
      const question = await answered();
      const correct = (sql: string): Promise<unknown> =>
        api.call(`POST /v1/questions/${question}/correct`, { body: { sql } });
      const known = async (): Promise<unknown> => {
        const [row] = await api.work.database.query(
          {
            name: 'test_known_sql',
            text: `select adopted #>> '{0,adopt,sql}' as sql from assay.questions where run_id = $1`,
          },
          [await api.ask(workspace)],
        );
        return (row as { sql: string }).sql;
      };
      await api.call(`POST /v1/questions/${question}/like`);
      await correct('select 2');
      const refused = await api.problem(`POST /v1/questions/${question}/like`);
      expect(refused).toMatchObject({ status: 409, code: 'ALREADY_CORRECTED' });
      expect(await known()).toBe('select 2');
      await correct('select 1');
      expect(await known()).toBe('select 1');
    });

    it('against another gold SQL of the same words is reported where they are listed and added', async () => {
      const question = await answered();
      await api.call(`POST /v1/questions/${question}/like`);
      const corrected = await api.call<CorrectionView>(`POST /v1/questions/${question}/correct`, {
        body: { sql: 'select 2' },
      });
      const [newest, older] = await goldSqls();
      expect(corrected.body.contradicts).toEqual([older?.id]);
      const again = { body: { sql: 'select 1' } };
      const reverted = await api.call<CorrectionView>(`POST /v1/questions/${question}/correct`, again);
      expect(reverted.body.contradicts).toEqual([newest?.id]);
      expect(newest).toMatchObject({ id: corrected.body.goldSql, contradicts: [older?.id] });
      expect(older).toMatchObject({ sql: 'select 1', contradicts: [newest?.id] });
      const body = { question: 'how many  orders', sql: 'select 3' };
      const added = await api.call<GoldSqlView>(`POST /v1/workspaces/${workspace}/gold-sqls`, { body });
      expect(added.body.contradicts).toEqual([older?.id, newest?.id]);
      const other = { ...body, evidence: 'elsewhere' };
      const apart = await api.call<GoldSqlView>(`POST /v1/workspaces/${workspace}/gold-sqls`, { body: other });
      expect(apart.body).not.toHaveProperty('contradicts');
    });

    it('keeps a comment without SQL', async () => {
      const question = await answered();
      const body = { comment: 'cancelled orders are in it' };
      const corrected = await api.call<CorrectionView>(`POST /v1/questions/${question}/correct`, { body });
      expect(corrected).toMatchObject({ status: 201, body: { ...body, sql: null, goldSql: null } });
      const shown = await view(question);
      expect(shown).toMatchObject({ corrected: true });
      expect(shown).not.toHaveProperty('correctedSql');
      expect(await goldSqls()).toEqual([]);
    });

    it('keeps so many comments on one question', async () => {
      const question = await answered();
      const statuses = new Map<number, number>();
      for (let at = 0; at < 101; at += 1) {
        const { status } = await api.call(`POST /v1/questions/${question}/correct`, { body: { comment: `no. ${at}` } });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      expect([...statuses]).toEqual([
        [201, 100],
        [409, 1],
      ]);
    });

    it('lists comments of its workspace until a correction has SQL, newest first', async () => {
      const elsewhere = await api.workspace();
      const [first, second] = [await answered(), await answered()];
      const correct = (question: Id, body: object): Promise<object> =>
        api.call(`POST /v1/questions/${question}/correct`, { body });
      const comments = async (of: Id, query = ''): Promise<Page<OpenComment>> =>
        (await api.call<Page<OpenComment>>(`GET /v1/workspaces/${of}/comments${query}`)).body;
      await correct(first, { comment: 'one' });
      await correct(second, { comment: 'two' });
      await correct(second, { comment: 'three' });
      const stated = (page: Page<OpenComment>): string[] => page.items.map(({ comment }) => comment);
      expect(stated(await comments(workspace))).toEqual(['three', 'two', 'one']);
      const { items, nextCursor } = await comments(workspace, '?limit=2');
      expect(items).toMatchObject([{ question: second, asked: 'How many orders?' }, { comment: 'two' }]);
      expect(stated(await comments(workspace, `?limit=2&cursor=${nextCursor}`))).toEqual(['one']);
      await correct(second, { sql: 'select 2' });
      expect(stated(await comments(workspace))).toEqual(['one']);
      expect(stated(await comments(elsewhere))).toEqual([]);
    });

    it.each([
      ['writes', { sql: 'delete from orders' }],
      ['is no SQL', { sql: 'the other one' }],
    ])('refuses SQL that %s, and keeps nothing', async (_what, body) => {
      const question = await answered();
      const refused = await api.problem(`POST /v1/questions/${question}/correct`, { body });
      expect(refused).toEqual({ status: 422, code: 'VALIDATION_FAILED', fields: ['sql'] });
      expect(await view(question)).toMatchObject({ corrected: false });
    });

    it('refuses SQL that the database does not run', async () => {
      const question = await answered();
      const error = { category: 'SCHEMA_ERROR', code: '42P01', message: 'no such table', position: null, hint: null };
      api.sampler.rows = { error: { ...error, category: 'SCHEMA_ERROR' } };
      const refused = await api.problem(`POST /v1/questions/${question}/correct`, { body: { sql: 'select 1 from x' } });
      expect(refused).toEqual({ status: 422, code: 'VALIDATION_FAILED', fields: ['sql'] });
      expect(await goldSqls()).toEqual([]);
    });

    it('wants SQL or a comment, an answer, and a question that is there', async () => {
      const running = await api.ask(workspace);
      const correct = (question: Id, body: object): Promise<object> =>
        api.problem(`POST /v1/questions/${question}/correct`, { body });
      expect(await correct(await answered(), {})).toMatchObject({ status: 422, fields: ['comment'] });
      expect(await correct(running, { comment: 'wrong' })).toMatchObject({ status: 409, code: 'NOT_FINISHED' });
      expect(await correct(newId(), { comment: 'wrong' })).toMatchObject({ status: 404, code: 'QUESTION_NOT_FOUND' });
    });
  });

  it('is liked where a gold SQL answered it', async () => {
    const { body } = await api.call<GoldSqlView>(`POST /v1/questions/${await answered()}/like`);
    const known = await answered();
    expect(await view(known)).toMatchObject({ liked: true });
    expect(await api.call(`POST /v1/questions/${known}/like`)).toMatchObject({ status: 200, body: { id: body.id } });
    expect(await goldSqls()).toHaveLength(1);
  });

  it('is liked where an older gold SQL answered it, after the newest, which does not run', async () => {
    const { body } = await api.call<GoldSqlView>(`POST /v1/questions/${await answered()}/like`);
    const newest = { question: 'How many orders?', sql: 'select gone' };
    await api.call(`POST /v1/workspaces/${workspace}/gold-sqls`, { body: newest });
    const known = await answered();
    const [row] = await api.work.database.query<{ sqls: string[] }>(
      {
        name: 'test_known_sqls',
        text: `select jsonb_path_query_array(adopted, '$[*].adopt.sql') as sqls from assay.questions where run_id = $1`,
      },
      [known],
    );
    expect(row?.sqls).toEqual(['select gone', 'select 1']);
    expect(await view(known)).toMatchObject({ liked: true });
    expect(await api.call(`POST /v1/questions/${known}/like`)).toMatchObject({ status: 200, body: { id: body.id } });
    expect(await goldSqls()).toHaveLength(2);
  });

  it('says that it was liked', async () => {
    const question = await answered();
    expect(await view(question)).toMatchObject({ liked: false });
    await api.call(`POST /v1/questions/${question}/like`);
    expect(await view(question)).toMatchObject({ liked: true, corrected: false });
  });

  describe('saved and found', () => {
    const list = async (query: string): Promise<Id[]> =>
      (await api.call<Page<QuestionView>>(`GET /v1/questions?workspace=${workspace}&${query}`)).body.items.map(
        ({ id }) => id,
      );

    it('has a name, until it is taken away', async () => {
      const [one, other] = [await api.ask(workspace), await api.ask(workspace)];
      const named = await api.call<QuestionView>(`PATCH /v1/questions/${one}`, { body: { name: ' Orders, weekly ' } });
      expect(named).toMatchObject({ status: 200, body: { id: one, name: 'Orders, weekly' } });
      expect(await list('saved=true')).toEqual([one]);
      expect(await list('')).toEqual([other, one]);
      await api.call(`PATCH /v1/questions/${one}`, { body: { name: null } });
      expect(await list('saved=true')).toEqual([]);
    });

    it('is found by the beginnings of words of question and name, newest first, by status, page by page', async () => {
      const first = await api.ask(workspace, { question: "Which customers' orders came late?" });
      const second = await api.ask(workspace, { question: 'How many e-mail addresses have customers given?' });
      const third = await api.ask(workspace, { question: 'What did we earn?' });
      await api.call(`PATCH /v1/questions/${third}`, { body: { name: 'Customer revenue' } });
      expect(await list('search=customer')).toEqual([third, second, first]);
      expect(await list('search=CUSTOM%20late')).toEqual([first]);
      expect(await list('search=e-mail')).toEqual([second]);
      expect(await list('search=customer&saved=true')).toEqual([third]);
      expect(await list('search=omers')).toEqual([]);
      expect(await list(`search=${encodeURIComponent("customers' & | ! ( \\ :*")}`)).toEqual([second, first]);
      expect(await list(`search=${encodeURIComponent('!&|:*')}`)).toEqual([]);
      expect(await list(`search=${workspace}`)).toEqual([]);
      await api.finish(first, 'GOLD', 'select 1');
      expect(await list('search=customer&status=GOLD')).toEqual([first]);
      const route = `GET /v1/questions?workspace=${workspace}&search=customer&limit=2`;
      const { body } = await api.call<Page<QuestionView>>(route);
      expect(body.items.map(({ id }) => id)).toEqual([third, second]);
      expect(await list(`search=customer&limit=2&cursor=${body.nextCursor}`)).toEqual([first]);
    });

    it('finds nothing of another workspace', async () => {
      await api.ask(await api.workspace(), { question: 'zebras' });
      expect(await list('search=zebras')).toEqual([]);
    });

    it('refuses a name that is none, and a question that is not there', async () => {
      const question = await api.ask(workspace);
      for (const name of ['', ' ', 7, 'n'.repeat(201)]) {
        expect(await api.problem(`PATCH /v1/questions/${question}`, { body: { name } })).toMatchObject({
          status: 422,
          fields: ['name'],
        });
      }
      expect(await api.problem(`PATCH /v1/questions/${newId()}`, { body: { name: 'n' } })).toMatchObject({
        status: 404,
        code: 'QUESTION_NOT_FOUND',
      });
    });
  });

  describe('followed up', () => {
    it('says what it follows', async () => {
      const first = await answered();
      const next = await api.ask(workspace, { question: 'And by month?', follows: first });
      expect(await view(next)).toMatchObject({ follows: first });
      expect(await view(first)).toMatchObject({ follows: null });
    });

    it('lists its follow-ups, newest first, and not what follows those', async () => {
      const first = await answered();
      const [one, other] = [await api.ask(workspace, { follows: first }), await api.ask(workspace, { follows: first })];
      await api.ask(workspace, { follows: one });
      const list = async (query: string): Promise<Id[]> =>
        (await api.call<Page<QuestionView>>(`GET /v1/questions?${query}`)).body.items.map(({ id }) => id);
      expect(await list(`follows=${first}`)).toEqual([other, one]);
      expect(await list(`follows=${first}&workspace=${workspace}&limit=1`)).toEqual([other]);
      await api.call(`PATCH /v1/questions/${one}`, { body: { name: 'By month' } });
      expect(await list(`follows=${first}&saved=true`)).toEqual([one]);
      expect(await list(`follows=${first}&search=month`)).toEqual([one]);
      expect(await list(`follows=${first}&status=GOLD`)).toEqual([]);
      expect(await list(`follows=${other}`)).toEqual([]);
    });

    it.each([
      ['is no id', 'first', 422, 'VALIDATION_FAILED'],
      ['is not there', newId(), 404, 'QUESTION_NOT_FOUND'],
    ])('lists none where what they follow %s', async (_what, follows, status, code) => {
      expect(await api.problem(`GET /v1/questions?follows=${follows}`)).toMatchObject({ status, code });
    });

    it.each([
      ['is no id', 'first', 422, 'VALIDATION_FAILED'],
      ['is not there', newId(), 404, 'QUESTION_NOT_FOUND'],
    ])('is refused where what it follows %s', async (_what, follows, status, code) => {
      const body = { workspace, question: 'And by month?', follows };
      expect(await api.problem('POST /v1/questions', { body })).toMatchObject({ status, code });
    });

    it('is refused in another workspace', async () => {
      const body = { workspace: await api.workspace(), question: 'And by month?', follows: await answered() };
      expect(await api.problem('POST /v1/questions', { body })).toEqual({
        status: 422,
        code: 'VALIDATION_FAILED',
        fields: ['follows'],
      });
    });
  });

  describe('as a chart', () => {
    const returns = (rows: (string | number)[][]): void => {
      const columns = [
        { name: 'city', type: 'text' },
        { name: 'orders', type: 'int8' },
      ];
      api.sampler.rows = { result: { columns, rows, rowCount: rows.length, truncated: false, elapsedMs: 1 } };
    };

    it('is described by a spec', async () => {
      const question = await answered();
      returns([
        ['Rome', '3'],
        ['Oslo', '2'],
      ]);
      const { status, body } = await api.call<ChartSpec>(`GET /v1/questions/${question}/chart`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        mark: 'bar',
        data: {
          values: [
            { c0: 'Rome', c1: 3 },
            { c0: 'Oslo', c1: 2 },
          ],
        },
      });
    });

    it('shows what a superlative ranks by, beside its rows, but not in CSV; as written where it does not run so', async () => {
      const question = await api.ask(workspace);
      await api.finish(question, 'GOLD', 'select city from orders group by city order by count(*) desc limit 2');
      const two = [
        ['Rome', '3.500'],
        ['Oslo', '20'],
      ];
      returns(two);
      const asked = (): unknown[] => api.sampler.requests.map(({ request }) => 'sql' in request && request.sql);
      const rows = (await api.call<RowsPage>(`GET /v1/questions/${question}/rows?measure=true`)).body;
      expect(asked().at(-1)).toBe('select city , (count(*)) from orders group by city order by count(*) desc limit 2');
      expect(rows).toMatchObject({
        columns: [{ name: 'city' }],
        rows: [['Rome'], ['Oslo']],
        measure: { column: { name: 'count', type: 'int8' }, values: ['3.5', '20'] },
      });
      const { body } = await api.call<ChartSpec>(`GET /v1/questions/${question}/chart`);
      expect(body).toMatchObject({ mark: 'bar', encoding: { x: { title: 'by count' } } });
      const written = 'select city from orders group by city order by count(*) desc limit 2';
      for (const path of ['rows', 'rows?format=csv&measure=true']) {
        await api.call(`GET /v1/questions/${question}/${path}`);
        expect(asked().at(-1)).toBe(written);
      }
      api.sampler.rows = { refusal: 'no' };
      const refused = await api.problem(`GET /v1/questions/${question}/rows?measure=true`);
      expect(refused).toMatchObject({ status: 409, code: 'WINNER_REFUSED' });
      expect(asked().slice(-2)).toEqual([expect.stringContaining('(count(*))'), written]);
    });

    it('shows no column twice, which `*` returns already', async () => {
      const question = await api.ask(workspace);
      await api.finish(question, 'GOLD', 'select * from cities order by Orders desc limit 1');
      const columns = ['city', 'orders', 'orders'].map((name) => ({ name, type: 'text' }));
      const result = { columns, rows: [['Rome', '3', '3']], rowCount: 1, truncated: false, elapsedMs: 1 };
      api.sampler.rows = { result };
      const { body } = await api.call<RowsPage>(`GET /v1/questions/${question}/rows?measure=true`);
      expect(body).toMatchObject({ columns: columns.slice(0, 2), rows: [['Rome', '3']] });
      expect(body.measure).toBeUndefined();
    });

    it('is nothing where a chart would mislead', async () => {
      const question = await answered();
      returns([['Rome', '3']]);
      expect(await api.call(`GET /v1/questions/${question}/chart`)).toMatchObject({ status: 204 });
    });

    it('needs a winner', async () => {
      const route = `GET /v1/questions/${await api.ask(workspace)}/chart`;
      expect(await api.problem(route)).toMatchObject({ status: 409, code: 'NO_WINNER' });
    });
  });
});
