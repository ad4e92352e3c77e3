import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startMcpHttp } from '@assay/mcp';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { call } from './harness/mcp-call.js';
import { CLI } from './harness/program-of.js';
import { shareWorld } from './harness/shared-world.js';
import type { World } from './harness/world.js';

/** Unique cells, quoted differently by errors. */
const FIXTURE = `
  create table priv (id integer primary key, v text);
  insert into priv values (1, 'ROWCANARY-alpha'), (2, 'ROWCANARY beta'), (3, '770012'), (4, '12:ROWCANARY'),
    (5, '{"ROWCANARY": '), (6, 'ROWCANARY''s "x"');
`;
const CANARY = /ROWC|CANAR|770012|0x52|0x4[Ff]|524f5743/;

/** No cell in its result. */
const COUNT = 'SELECT count(*) AS n FROM priv';

const FAILING = [
  "SELECT ('<a>' || (SELECT string_agg(v, ' ') FROM priv))::xml AS n",
  'SELECT xmlparse(document v) FROM priv',
  "SELECT xpath('/a', ('<a>' || v)::xml) FROM priv",
  "SELECT convert_from('\\xe5'::bytea || substr(v::bytea, 1, 2), 'UTF8') FROM priv",
  'SELECT v::integer FROM priv',
  'SELECT v::integer::smallint FROM priv WHERE id = 3',
  'SELECT v::integer / 0 FROM priv WHERE id = 3',
  'SELECT v::date FROM priv',
  "SELECT to_date(v, 'YYYY-MM-DD') FROM priv",
  'SELECT v::jsonb FROM priv',
  'SELECT v::int4range FROM priv',
  "SELECT 'x' ~ ('[' || v) FROM priv",
  'SELECT now() AT TIME ZONE v FROM priv',
  "SELECT decode(v, 'hex') FROM priv",
  "SELECT (v || ' (')::tsquery FROM priv",
];

describe('what errors reveal of cells if rows are withheld', () => {
  let world: World;
  beforeAll(async () => {
    world = await shareWorld({ fixture: FIXTURE, workspace: { settings: { sendRows: false } } });
  });
  afterAll(() => world?.end());

  it('is nothing: not in prompts, nor in the record, its events, the command line and MCP', async () => {
    const { id, record, calls } = await world.play(
      { sql: ({ turn, job, level }) => (turn === 0 && level === 'BASIC' ? (FAILING[job] ?? COUNT) : COUNT) },
      { settings: { sqlCandidates: FAILING.length } },
    );
    expect(record.status).toBe('GOLD');
    const retried = record.attempts[0]?.candidates.flatMap(({ retries }) => retries) ?? [];
    expect(retried).toHaveLength(FAILING.length);

    const mcp = await startMcpHttp({ assayUrl: world.api.url, port: 0, onError: () => undefined });
    const client = new Client({ name: 'reader', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url)));
    const read = await call(client, 'read_record', { question: id, detail: 'full' });
    await client.close();
    await mcp.stop();
    const reported = await promisify(execFile)(process.execPath, [CLI, 'record', id, '--json'], {
      env: { ...process.env, ASSAY_URL: world.api.url },
    });
    const events = await (await fetch(`${world.api.url}/v1/questions/${id}/events`)).text();

    const surfaces = {
      prompts: JSON.stringify(calls.map(({ call }) => call.body)),
      record: JSON.stringify(record),
      events,
      mcp: JSON.stringify(read),
      cli: reported.stdout + reported.stderr,
    };
    for (const [surface, text] of Object.entries(surfaces)) {
      expect([surface, CANARY.exec(text)?.[0]]).toEqual([surface, undefined]);
      // events name a failure's kind alone
      const shown = surface === 'events' ? 'question-finished' : 'invalid text representation';
      expect([surface, text.includes(shown)]).toEqual([surface, true]);
    }
  });
});
