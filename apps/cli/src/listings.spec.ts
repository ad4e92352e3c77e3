import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeAssay, sampleId, sampleRun } from '@assay/client/testing';
import { FakeTerminal } from './fixtures/fake-terminal.js';
import { runCli } from './run-cli.js';

const question = `How many ${'very '.repeat(60)}old orders are there?`;

describe('listings', () => {
  let fake: FakeAssay;
  let terminal: FakeTerminal;
  beforeAll(async () => {
    fake = await FakeAssay.start();
    fake.on('GET /v1/questions', { body: { items: [sampleRun({ id: sampleId(1), question })], nextCursor: null } });
    fake.on('GET /v1/audit', {
      body: {
        items: [
          {
            id: sampleId(1),
            at: '2026-11-22T10:00:00.000Z',
            action: 'question-asked',
            actor: { id: sampleId(2), name: null },
            address: '192.0.2.1',
            workspace: sampleId(3),
            question: sampleId(4),
            details: {},
          },
        ],
        nextCursor: null,
      },
    });
  });
  beforeEach(() => {
    terminal = new FakeTerminal({ ASSAY_URL: fake.url });
  });
  afterAll(async () => fake.close());

  it('cut nothing where they are piped', async () => {
    expect(await runCli(['questions'], terminal)).toBe(0);
    expect(terminal.stdout.text).toContain(question);
    expect(await runCli(['audit'], terminal)).toBe(0);
    expect(terminal.stdout.text).toContain(sampleId(4));
  });

  it('keep every column on a narrow terminal: texts are cut to fit, ids never', async () => {
    terminal.makeInteractive(80);
    expect(await runCli(['questions'], terminal)).toBe(0);
    const lines = terminal.stdout.text.trimEnd().split('\n');
    expect(lines.at(-1)).toHaveLength(80);
    expect(lines.at(-1)).toMatch(new RegExp(`^${sampleId(1)} .*How many very.*…$`));
    expect(await runCli(['audit'], terminal)).toBe(0);
    expect(terminal.stdout.text).toContain(sampleId(4));
    expect(terminal.stdout.text).not.toContain('more column');
  });
});
