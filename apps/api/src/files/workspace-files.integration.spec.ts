import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CreatedApiKey, Id, ProblemDocument, WorkspaceFilesView, WorkspaceView } from '@assay/contracts';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { ApiFixture } from '../testing/api-fixture.js';

const ADMIN = 'an admin key of tests'.replaceAll(' ', '-');

describe('files of a workspace over HTTP', () => {
  let api: ApiFixture;
  let workspace: Id;

  const headers = { authorization: `Bearer ${ADMIN}` };
  const form = (files: Record<string, string | Buffer>): FormData => {
    const body = new FormData();
    for (const [name, content] of Object.entries(files)) {
      body.append('files', new Blob([new Uint8Array(Buffer.from(content as string))]), name);
    }
    return body;
  };
  const send = async (body: FormData | string, more: Record<string, string> = {}, to = workspace): Promise<Response> =>
    fetch(`${api.service.url}/v1/workspaces/${to}/files`, { method: 'POST', body, headers: { ...headers, ...more } });
  const put = async (files: Record<string, string | Buffer>): Promise<WorkspaceFilesView> => {
    const response = await send(form(files));
    expect(response.status).toBe(200);
    return (await response.json()) as WorkspaceFilesView;
  };
  const refused = async (response: Response): Promise<[number, string]> => {
    const { code, detail } = (await response.json()) as ProblemDocument;
    return [response.status, `${code} ${detail}`];
  };
  const count = async (table: string): Promise<number> => {
    const text = `select count(*)::integer as count from assay.${table}`;
    const [row] = await api.work.database.query<{ count: number }>({ name: `count_${table}`, text });
    return row?.count ?? -1;
  };
  const make = async (name: string, url = 'duckdb://uploads'): Promise<Id> => {
    const body = { name, database: { dialect: url.startsWith('duckdb') ? 'duckdb' : 'postgres', url } };
    const made = await api.call<WorkspaceView>('POST /v1/workspaces', { body, headers });
    expect(made.status).toBe(201);
    return made.body.id;
  };

  beforeAll(async () => {
    api = await ApiFixture.start({ ASSAY_API_KEYS: ADMIN, ASSAY_FILE_MEGABYTES: '3' });
    workspace = await make('uploads');
  });
  afterAll(() => api.stop());

  it('are stored in chunks, replaced by name, and listed with their tables', async () => {
    const large = randomBytes(2_500_000);
    const view = await put({ 'large.csv': large, 'Größe 1.csv': 'a\n1\n' });
    expect(view).toMatchObject({ takesUploads: true, mostBytes: 3 * 1024 * 1024, findings: [] });
    expect(view.files.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['Größe 1.csv', 4],
      ['large.csv', 2_500_000],
    ]);
    expect(view.tables).toMatchObject([{ name: 'orders', rows: 3, columns: [{ name: 'id', type: 'integer' }, {}] }]);
    const text =
      'select content from assay.workspace_file_chunks c join assay.workspace_files f on f.id = c.file_id where name = $1 order by ordinal';
    const pieces = await api.work.database.query<{ content: Buffer }>({ name: 'pieces', text }, ['large.csv']);
    expect(pieces.length).toBeGreaterThan(1);
    expect(Buffer.concat(pieces.map(({ content }) => content)).equals(large)).toBe(true);

    const again = await put({ 'LARGE.csv': 'a\n2\n' });
    expect(again.files.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['Größe 1.csv', 4],
      ['LARGE.csv', 4],
    ]);
    expect([await count('workspace_files'), await count('workspace_file_chunks')]).toEqual([2, 2]);
    expect((await api.call(`GET /v1/workspaces/${workspace}/files`, { headers })).body).toEqual(again);

    const name = encodeURIComponent('Größe 1.csv');
    const left = await api.call<WorkspaceFilesView>(`DELETE /v1/workspaces/${workspace}/files/${name}`, { headers });
    expect(left.body.files.map((file) => file.name)).toEqual(['LARGE.csv']);
    expect(await api.problem(`DELETE /v1/workspaces/${workspace}/files/${name}`, { headers })).toMatchObject({
      status: 404,
      code: 'FILE_NOT_FOUND',
    });
  });

  it('take one place where several come under one name at once, each whole', async () => {
    const contents = Array.from({ length: 4 }, (_, index) => Buffer.alloc(200_000 + index, `${index}`));
    await Promise.all(contents.map((content, index) => put({ [index % 2 === 0 ? 'same.csv' : 'SAME.CSV']: content })));
    const text = `select name, bytes::integer as bytes, content from assay.workspace_file_chunks c
      join assay.workspace_files f on f.id = c.file_id where lower(name) = 'same.csv' order by ordinal`;
    const pieces = await api.work.database.query<{ bytes: number; content: Buffer }>({ name: 'same', text });
    const content = Buffer.concat(pieces.map((piece) => piece.content));
    expect(contents.filter((sent) => sent.equals(content))).toHaveLength(1);
    expect(pieces.map(({ bytes }) => bytes)).toEqual(pieces.map(() => content.length));
    expect(await count('workspace_files')).toBe(2);
    await api.call(`DELETE /v1/workspaces/${workspace}/files/same.csv`, { headers });
  });

  it('lose whatever their names could lead to', async () => {
    const { files } = await put({ '../../etc/cron.d/x.csv': 'a\n1\n', 'nul.csv': 'a\n1\n', 'a:b*.csv': 'a\n1\n' });
    expect(files.map(({ name }) => name)).toEqual(['_nul.csv', 'a_b_.csv', 'LARGE.csv', 'x.csv']);
  });

  it('are refused with a reason, and none of a request is kept then', async () => {
    const before = [await count('workspace_files'), await count('workspace_file_chunks')];
    const cases: [Promise<Response>, [number, RegExp]][] = [
      [send(form({ 'good.csv': 'a\n', 'notes.md': 'a' })), [422, /FILE_REFUSED "notes.md" is none of these: .csv/]],
      [send(form({ 'a/x.csv': 'a\n', 'b/X.csv': 'a\n' })), [422, /FILE_REFUSED Two files would both be "X.csv"/]],
      [
        send(form({ 'big.csv': Buffer.alloc(3_140_000, 'x'), 'big2.csv': Buffer.alloc(20_000, 'x') })),
        [413, /FILES_TOO_LARGE .* 3 MB/],
      ],
      [send(form({ 'huge.csv': Buffer.alloc(9_000_000, 'x') })), [413, /FILES_TOO_LARGE/]],
      [send(form({})), [422, /NO_FILES/]],
      [send('{}', { 'content-type': 'application/json' }), [415, /NOT_MULTIPART/]],
      [send('--x\r\n', { 'content-type': 'multipart/form-data; boundary=x' }), [400, /FORM_BROKEN/]],
      [send('x', { 'content-type': 'multipart/form-data' }), [415, /NOT_MULTIPART/]],
      [send(form({ 'a.csv': 'a\n' }), {}, 'nobody'), [404, /WORKSPACE_NOT_FOUND/]],
      [send(form({ 'a.csv': 'a\n' }), { authorization: 'Bearer no' }), [401, /UNAUTHORIZED/]],
    ];
    for (const [answer, [status, words]] of cases) {
      expect(await refused(await answer)).toEqual([status, expect.stringMatching(words)]);
    }
    expect([await count('workspace_files'), await count('workspace_file_chunks')]).toEqual(before);
  });

  it('are put by admins alone, and only where the workspace is made of them', async () => {
    const body = { name: 'reader', workspaces: [workspace] };
    const { key } = (await api.call<CreatedApiKey>('POST /v1/api-keys', { body, headers })).body;
    const mine = { authorization: `Bearer ${key}` };
    expect(await refused(await send(form({ 'a.csv': 'a\n' }), mine))).toEqual([
      403,
      expect.stringMatching(/ADMIN_ONLY/),
    ]);
    expect((await api.call(`GET /v1/workspaces/${workspace}/files`, { headers: mine })).status).toBe(200);

    const other = await make('other', 'postgres://reader:secret@db/shop');
    expect(await refused(await send(form({ 'a.csv': 'a\n' }), {}, other))).toEqual([
      409,
      expect.stringMatching(/NOT_MADE_OF_UPLOADS/),
    ]);
    expect((await api.call(`GET /v1/workspaces/${other}/files`, { headers })).body).toMatchObject({
      takesUploads: false,
    });
  });

  it('leave nothing of an upload that its sender broke off', async () => {
    const before = await count('workspace_files');
    const sending = request(`${api.service.url}/v1/workspaces/${workspace}/files`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x', 'content-length': '2500000' },
    });
    sending.on('error', () => undefined);
    sending.write('--x\r\ncontent-disposition: form-data; name="files"; filename="half.csv"\r\n\r\n');
    sending.write(Buffer.alloc(1_500_000, 'x'));
    const staged = async (): Promise<boolean> =>
      (await count('workspace_file_chunks')) > 0 && (await count('workspace_files')) > before;
    while (!(await staged())) await new Promise((resolve) => setTimeout(resolve, 20));
    sending.destroy();
    while ((await count('workspace_files')) > before) await new Promise((resolve) => setTimeout(resolve, 20));
  });

  it('go with their workspace', async () => {
    expect((await api.call(`DELETE /v1/workspaces/${workspace}`, { headers })).status).toBe(204);
    expect([await count('workspace_files'), await count('workspace_file_chunks')]).toEqual([0, 0]);
  });
});
