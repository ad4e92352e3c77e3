import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeAssay, sampleId } from '@assay/client/testing';
import { DEFAULT_SETTINGS, DIALECTS } from '@assay/contracts';
import { FakeTerminal } from './fixtures/fake-terminal.js';
import { runCli } from './run-cli.js';

const workspace = {
  id: sampleId(1),
  name: 'sales',
  dialect: 'postgres',
  directives: null,
  evidence: [],
  settings: DEFAULT_SETTINGS,
  privileges: { superuser: false, canWrite: false, findings: ['two rows of a.csv are left out'] },
  createdAt: '2026-01-01T00:00:00.000Z',
};

describe('mistyped input', () => {
  let fake: FakeAssay;
  let terminal: FakeTerminal;
  beforeAll(async () => {
    fake = await FakeAssay.start();
    fake.on('GET /v1/workspaces', { body: { items: [workspace], nextCursor: null } });
    const body = { code: 'WORKSPACE_NOT_FOUND', detail: 'There is no such workspace.' };
    fake.on('POST /v1/questions', { status: 404, body });
    fake.on('GET /v1/questions', { status: 404, body });
  });
  beforeEach(() => {
    terminal = new FakeTerminal({ ASSAY_URL: fake.url });
  });
  afterAll(async () => fake.close());

  it.each([
    [['like', 'abc'], /^error: <question> abc: It is not an id; .*\n\(see `npx assay like --help`\)\n$/],
    [
      ['ask', 'How many?', '--level', 'GENIUS'],
      /^error: -l, --level <level> GENIUS: Expected fast, strong or strongest/,
    ],
    [['workspaces', 'put'], /\(see `npx assay workspaces put --help`\)/],
    [['asc'], /Did you mean ask\?\)\n\(see `npx assay --help`\)/],
  ])('is named in plain words, with the help of its own command: %j', async (words, stated) => {
    expect(await runCli(words, terminal)).toBe(1);
    expect(terminal.stderr.text).toMatch(stated);
  });

  it.each([[['ask', 'How many?', '--workspace', 'nosuch']], [['questions', '--workspace', 'nosuch']]])(
    'is answered with the workspaces that there are: %j',
    async (words) => {
      expect(await runCli(words, terminal)).toBe(1);
      expect(terminal.stderr.text).toBe('error: There is no workspace "nosuch". There are: sales.\n');
    },
  );

  it('is answered with the dialects that there are', async () => {
    expect(await runCli(['workspaces', 'add', 'x', '--url', 'foo://bar'], terminal)).toBe(1);
    for (const dialect of DIALECTS) expect(terminal.stderr.text).toContain(dialect);
  });

  it('has findings of the data beside what the role may do, not within', async () => {
    expect(await runCli(['workspaces', 'show', 'sales'], terminal)).toBe(0);
    expect(terminal.stdout.text).toMatch(/\nrole +may only read\nfinding +two rows of a\.csv are left out\n/);
  });
});
