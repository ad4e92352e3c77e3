import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeAssay, sampleId } from '@assay/client/testing';
import type { DriftView, KnowledgeImport } from '@assay/contracts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeTerminal } from './fixtures/fake-terminal.js';
import { runCli } from './run-cli.js';

const workspace = { id: sampleId(1), name: 'shop' };
const document = sampleId(2);
const imported: KnowledgeImport = {
  id: document,
  name: 'schema.yml',
  format: 'dbt-schema',
  hash: 'a'.repeat(64),
  importedAt: '2026-01-01T00:00:00.000Z',
  items: [{ kind: 'metric', about: 'metric revenue', text: 'Computed as SUM(total) over orders.' }],
  leftOut: [{ what: 'description of orders.coupon', reason: 'the table orders has no column coupon' }],
  unchanged: false,
  difference: { added: ['metric revenue'], removed: [], changed: [] },
};

describe('assay workspaces import and what belongs to it', () => {
  let fake: FakeAssay;
  let terminal: FakeTerminal;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    fake = await FakeAssay.start();
    folder = await mkdtemp(join(tmpdir(), 'assay-knowledge-'));
    file = join(folder, 'schema.yml');
    await writeFile(file, '{"models": []}');
  });
  beforeEach(() => {
    terminal = new FakeTerminal({ ASSAY_URL: fake.url });
    fake.on('GET /v1/workspaces', { body: { items: [workspace], nextCursor: null } });
    fake.on('POST /v1/workspaces/:id/knowledge', { body: imported });
  });
  afterEach(() => {
    fake.requests.splice(0);
  });
  afterAll(async () => {
    await fake.close();
    await rm(folder, { recursive: true });
  });

  const assay = (...args: string[]): Promise<number> => runCli(['workspaces', ...args], terminal);

  it('sends the file and lists used items', async () => {
    expect(await assay('import', 'shop', file)).toBe(0);
    const [sent] = fake.requestsTo('POST /v1/workspaces/:id/knowledge');
    expect(Object.fromEntries(sent?.query ?? [])).toEqual({ name: 'schema.yml' });
    expect(terminal.stdout.text.split('\n')).toEqual([
      'schema.yml (dbt-schema) was imported: 1 thing in use, 1 left out.',
      '  + metric revenue: Computed as SUM(total) over orders.',
      '  - description of orders.coupon: the table orders has no column coupon',
      'Changed:',
      '  added: metric revenue',
      '',
    ]);
  });

  it('tries it out, and says where there is no file', async () => {
    expect(await assay('import', 'shop', file, '--dry-run', '--name', 'x')).toBe(0);
    const [sent] = fake.requestsTo('POST /v1/workspaces/:id/knowledge');
    expect(Object.fromEntries(sent?.query ?? [])).toEqual({ name: 'x', dryRun: 'true' });
    expect(terminal.stdout.text).toContain('would be imported');
    expect(await assay('import', 'shop', join(folder, 'nothing.yml'))).toBe(1);
    expect(terminal.stderr.text).toContain('there is no such file');
  });

  it('lists and removes documents', async () => {
    const summary = { ...imported, taken: 4, leftOut: 1 };
    fake.on('GET /v1/workspaces/:id/knowledge', { body: { items: [summary], nextCursor: null } });
    const meanings = [
      { source: 'a', text: 'one' },
      { source: 'b', text: 'other' },
    ];
    fake.on('GET /v1/workspaces/:id/glossary', { body: { terms: [], contradictions: [{ term: 'net', meanings }] } });
    fake.on('DELETE /v1/workspaces/:id/knowledge/:document', { status: 204 });
    expect(await assay('knowledge', 'shop')).toBe(0);
    expect(terminal.stdout.text).toMatch(/schema\.yml +dbt-schema +4 +1/);
    expect(terminal.stdout.text).toContain('“net” has several meanings:');
    expect(await assay('forget', 'shop', 'SCHEMA.yml')).toBe(0);
    expect(fake.requestsTo('DELETE /v1/workspaces/:id/knowledge/:document')).toHaveLength(1);
    expect(await assay('forget', 'shop', 'other')).toBe(1);
  });

  it('shows what a changed schema sets aside', async () => {
    const drift: DriftView = {
      schemaTakenAt: null,
      goldSqls: [
        { id: sampleId(3), question: 'Which?', missing: ['orders.discount'] },
        { id: sampleId(4), question: 'How much?', missing: [], reason: 'function sum(text) does not exist' },
      ],
      evidence: [],
      imports: [{ id: document, name: 'schema.yml', leftOut: imported.leftOut }],
    };
    fake.on('GET /v1/workspaces/:id/drift', { body: drift });
    expect(await assay('drift', 'shop')).toBe(0);
    expect(terminal.stdout.text).toContain('gold SQL Which?: the database has no orders.discount');
    expect(terminal.stdout.text).toContain('gold SQL How much?: function sum(text) does not exist');
    expect(terminal.stdout.text).toContain('schema.yml description of orders.coupon');
  });
});
