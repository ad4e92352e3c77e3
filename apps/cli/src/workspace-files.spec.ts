import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeAssay, sampleId } from '@assay/client/testing';
import { DEFAULT_SETTINGS } from '@assay/contracts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeTerminal } from './fixtures/fake-terminal.js';
import { runCli } from './run-cli.js';

const id = sampleId(1);
const workspace = {
  id,
  name: 'sales',
  dialect: 'duckdb',
  directives: null,
  evidence: [],
  settings: DEFAULT_SETTINGS,
  privileges: { superuser: false, canWrite: false, findings: [] },
  createdAt: '2026-01-01T00:00:00.000Z',
};
const view = {
  takesUploads: true,
  mostBytes: 1000,
  files: [{ name: 'a.csv', bytes: 1_500_000, sha256: '', storedAt: workspace.createdAt }],
  tables: [{ name: 'a', description: null, rows: 12, columns: [{ name: 'n', type: 'BIGINT' }] }],
  findings: ['2 lines of the file a.csv could not be read and are left out'],
  goldSqlsSetAside: 1,
};

describe('assay workspaces, made of files', () => {
  let fake: FakeAssay;
  let terminal: FakeTerminal;
  let folder: string;

  const assay = (...args: string[]): Promise<number> => runCli(['workspaces', ...args], terminal);
  const sent = (): string[] => fake.requests.map(({ method, path }) => `${method} ${path}`);

  beforeAll(async () => {
    fake = await FakeAssay.start();
    folder = await mkdtemp(join(tmpdir(), 'assay-cli-'));
    await writeFile(join(folder, 'a.csv'), 'n\n1\n');
    await writeFile(join(folder, 'Größe.csv'), 'm\n2\n');
  });
  beforeEach(() => {
    terminal = new FakeTerminal({ ASSAY_URL: fake.url });
    fake.on('POST /v1/workspaces', { status: 201, body: workspace });
    fake.on('GET /v1/workspaces', { body: { items: [workspace], nextCursor: null } });
    fake.on('GET /v1/workspaces/:id', { body: workspace });
    fake.on('DELETE /v1/workspaces/:id', { status: 204 });
    fake.on('POST /v1/workspaces/:id/files', { body: view });
    fake.on('GET /v1/workspaces/:id/files', { body: view });
    fake.on('DELETE /v1/workspaces/:id/files/:name', { body: { ...view, files: [], tables: [], findings: [] } });
  });
  afterEach(() => {
    fake.requests.splice(0);
  });
  afterAll(async () => {
    await fake.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are made of files that are uploaded, and shown with the tables that they became', async () => {
    expect(await assay('add', 'sales', join(folder, 'a.csv'), join(folder, 'Größe.csv'))).toBe(0);
    expect(sent()).toEqual(['POST /v1/workspaces', `POST /v1/workspaces/${id}/files`]);
    const [made, put] = fake.requests;
    expect(made?.body).toMatchObject({ name: 'sales', database: { dialect: 'duckdb', url: 'duckdb://uploads' } });
    expect(put?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(put?.body).toMatch(/filename="a.csv"[\s\S]*n\n1\n[\s\S]*filename="Größe.csv"[\s\S]*m\n2\n/);
    for (const text of [
      '1 file, 1.5 MB',
      'n number',
      '! 2 lines of the file a.csv',
      '! 1 gold SQL not running any more',
    ]) {
      expect(terminal.stdout.text).toContain(text);
    }
  });

  it('are gone again where their files are refused', async () => {
    const detail = 'Two files would both be "a.csv".';
    fake.on('POST /v1/workspaces/:id/files', { status: 422, body: { code: 'FILE_REFUSED', detail } });
    expect(await assay('add', 'sales', join(folder, 'a.csv'))).toBe(1);
    expect(terminal.stderr.text).toContain(detail);
    expect(sent().at(-1)).toBe(`DELETE /v1/workspaces/${id}`);
  });

  it('are removed if none of their files can be read, with the reason', async () => {
    const findings = ['the file a.csv could not be read: it is empty'];
    fake.on('POST /v1/workspaces/:id/files', { body: { ...view, tables: [], findings } });
    expect(await assay('add', 'sales', join(folder, 'a.csv'))).toBe(1);
    expect(terminal.stderr.text).toBe(
      'error: There is no table to ask about: the file a.csv could not be read: it is empty.\n',
    );
    expect(sent().at(-1)).toBe(`DELETE /v1/workspaces/${id}`);
  });

  it('ask for what is missing before anything is sent', async () => {
    const cases: [string[], string][] = [
      [['add', 'sales'], 'Give --url, or files to upload.'],
      [['add', 'sales', 'a.csv', '--url', 'sqlite:///a'], 'either --url or files'],
      [['add', 'sales', join(folder, 'gone.csv')], 'gone.csv'],
      [['put', 'sales', folder], 'is no file; name the files in it'],
    ];
    for (const [args, words] of cases) {
      expect(await assay(...args)).toBe(1);
      expect(terminal.stderr.text).toContain(words);
    }
    expect(sent()).toEqual([]);
  });

  it('take more files, show them, and lose them again', async () => {
    expect(await assay('put', 'sales', join(folder, 'a.csv'), '--json')).toBe(0);
    expect(JSON.parse(terminal.stdout.text)).toEqual(view);
    expect(await assay('files', 'sales')).toBe(0);
    expect(await assay('remove-file', 'sales', 'a b.csv')).toBe(0);
    expect(sent().at(-1)).toBe(`DELETE /v1/workspaces/${id}/files/a%20b.csv`);
  });
});
