import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeAssay, sampleId } from '@assay/client/testing';
import { FakeTerminal } from './fixtures/fake-terminal.js';
import { runCli } from './run-cli.js';

describe('assay people', () => {
  let fake: FakeAssay;
  beforeAll(async () => {
    fake = await FakeAssay.start();
  });
  afterAll(async () => fake.close());

  it('exports and erases what is kept of a person', async () => {
    const person = sampleId(1);
    fake.on(`GET /v1/people/${person}`, () => ({ body: { id: person, questions: [] } }));
    fake.on(`DELETE /v1/people/${person}`, () => ({ status: 204 }));
    const terminal = new FakeTerminal({ ASSAY_URL: fake.url });
    expect(await runCli(['people', 'export', person], terminal)).toBe(0);
    expect(JSON.parse(terminal.stdout.text)).toEqual({ id: person, questions: [] });
    expect(await runCli(['people', 'erase', person], terminal)).toBe(0);
    expect(fake.requests.map(({ method }) => method)).toEqual(['GET', 'DELETE']);
  });
});
