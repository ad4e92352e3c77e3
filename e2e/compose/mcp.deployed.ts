import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { call } from '../harness/mcp-call.js';
import { GOOD_SQL } from '../harness/script.js';
import { Deployment } from './deployment.js';

const mcpUrl = process.env['ASSAY_E2E_MCP_URL'];
const suite = mcpUrl === undefined ? describe.skip : describe;

suite(`MCP${mcpUrl === undefined ? ' (skipped: ASSAY_E2E_MCP_URL is not set)' : ''}`, () => {
  let assay: Deployment;
  let client: Client;
  beforeAll(async () => {
    assay = await Deployment.open();
    client = new Client({ name: 'deployed', version: '1' });
    const requestInit = { headers: assay.api.headers };
    await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl ?? ''), { requestInit }));
  }, 300_000);
  afterAll(() => client?.close());

  it("passes the caller's key to the services", async () => {
    const question = assay.question('one of two is right');
    const { text, isError = false } = await call(client, 'ask', { workspace: assay.workspace, question });
    expect([isError, text]).toEqual([false, expect.stringContaining(GOOD_SQL)]);
  });
});
