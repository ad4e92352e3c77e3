import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FakeAssay, sampleId, sampleRun } from '@assay/client/testing';
import { startMcpHttp, type McpHttpServer } from '../start-mcp-http.js';

const RECORD = sampleRun({
  status: 'FAILED',
  result: { result: 'FAILED', sqlList: [] },
  reason: { kind: 'tests', message: 'No SQL passes.' },
  mostLikely: { sql: 'SELECT 1', confidence: 0.3, failed: [] },
  summary: 'Counts orders.',
  correctedSql: 'SELECT 2',
});
const rows = { columns: [{ name: 'orders', type: 'int8' }], rows: [['42']], rowCount: 1, truncated: false };

let assay: FakeAssay;
let mcp: McpHttpServer;
beforeAll(async () => {
  assay = await FakeAssay.start();
  assay
    .on('GET /v1/workspaces', { body: { items: [], nextCursor: null } })
    .on('POST /v1/questions', { status: 202, body: { id: RECORD.id } })
    .on('GET /v1/questions/:id/events', { events: RECORD.events, hold: true })
    .on('GET /v1/questions/:id/record', { body: RECORD })
    .on('GET /v1/questions/:id/rows', { body: rows })
    .on('POST /v1/questions/:id/like', { status: 201, body: { id: sampleId(10), contradicts: [sampleId(11)] } })
    .on('POST /v1/questions/:id/correct', {
      status: 201,
      body: { goldSql: sampleId(10), contradicts: [sampleId(11)] },
    });
  mcp = await startMcpHttp({ assayUrl: assay.url, port: 0, environment: {}, onError: () => undefined });
});
afterAll(async () => {
  await mcp?.stop();
  await assay?.close();
});

async function call(name: string, args: object): Promise<string> {
  const response = await fetch(mcp.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  return response.text();
}

it('shows the SQL that corrected an answer with its rows, also where no SQL had won', async () => {
  const text = await call('ask', { workspace: 'shop', question: 'How many orders?' });
  expect(text).toContain('SELECT 2\\ncorrected by a person');
  expect(text).toContain('"correctedSql":"SELECT 2"');
  expect(text).toContain('(1 row)');
  expect(text).not.toMatch(/No SQL passes|SELECT 1|Counts orders/);
});

it.each([
  ['like', {}],
  ['correct', { sql: 'SELECT 2' }],
])('says of %s that the gold SQL contradicts another', async (name, args) => {
  expect(await call(name, { question: RECORD.id, ...args })).toContain('It contradicts 1 other gold SQL');
});
