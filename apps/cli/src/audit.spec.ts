import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeAssay, sampleId } from '@assay/client/testing';
import type { AuditEntryView } from '@assay/contracts';
import { FakeTerminal } from './fixtures/fake-terminal.js';
import { runCli } from './run-cli.js';

const entry: AuditEntryView = {
  id: sampleId(1),
  at: '2026-11-22T10:00:00.000Z',
  action: 'rows-read',
  actor: { id: sampleId(2), name: 'shop\u001b[31m backend' },
  address: '192.0.2.1',
  workspace: sampleId(3),
  question: sampleId(4),
  details: { rowCount: 7 },
};

describe('assay audit', () => {
  let fake: FakeAssay;
  let terminal: FakeTerminal;
  beforeAll(async () => {
    fake = await FakeAssay.start();
  });
  beforeEach(() => {
    fake.requests.splice(0);
    terminal = new FakeTerminal({ ASSAY_URL: fake.url });
  });
  afterAll(async () => fake.close());

  it('lists who did what, newest first, of one workspace, and no more than was asked for', async () => {
    fake.on('GET /v1/audit', ({ query }) => ({
      body: { items: [entry, entry], nextCursor: query.get('cursor') === null ? 'more' : null },
    }));
    expect(await runCli(['audit', '--workspace', 'shop', '-n', '3', '--json'], terminal)).toBe(0);
    expect(JSON.parse(terminal.stdout.text)).toEqual([entry, entry, entry]);
    expect(fake.requests.map(({ query }) => String(query))).toEqual(['workspace=shop', 'workspace=shop&cursor=more']);
  });

  it.each([
    ['audit', 'GET /v1/audit', ['audit']],
    ['questions', 'GET /v1/questions', ['questions']],
    ['ask', 'POST /v1/questions', ['ask', 'How many?']],
  ])('says which workspaces there are, where %s names one that is not', async (_, route, command) => {
    const problem = {
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'None.',
      code: 'WORKSPACE_NOT_FOUND',
    };
    fake.on(route, { status: 404, body: problem });
    fake.on('GET /v1/workspaces', { body: { items: [{ name: 'shop' }, { name: 'school' }], nextCursor: null } });
    expect(await runCli([...command, '-w', 'nosuch'], terminal)).toBe(1);
    expect(terminal.stderr.text).toBe('error: There is no workspace "nosuch". There are: shop, school.\n');
  });

  it('shows them as a table, and nothing that a terminal obeys', async () => {
    fake.on('GET /v1/audit', { body: { items: [entry], nextCursor: null } });
    expect(await runCli(['audit'], terminal)).toBe(0);
    expect(terminal.stdout.text).toMatch(/rows-read/);
    expect(terminal.stdout.text).not.toContain('\u001b[31m');
    expect(terminal.stdout.text).toContain('192.0.2.1');
  });
});
