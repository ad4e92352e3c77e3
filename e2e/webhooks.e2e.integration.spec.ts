import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, freePort } from '@assay/testing';
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createWorld, type OwnWorld } from './harness/own-world.js';
import { PROJECT } from './harness/program-of.js';

const SECRET = 'a secret of forty characters for tests only';
const KEY = createHmac('sha256', SECRET).update('127.0.0.1').digest('hex');

interface Posted {
  headers: IncomingHttpHeaders;
  body: string;
}

type Verify = (header: string, body: string, key: string) => boolean;

let world: OwnWorld;
let receiver: Server;
let url: string;
let posted: Posted[] = [];
/** Of the next answers; then 204. */
let statuses: number[] = [];
let verify: Verify;

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}/hook?of=shop`;
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      posted.push({ headers: request.headers, body });
      response.writeHead(statuses.shift() ?? 204, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(port, '127.0.0.1', resolve));
  const env = { ASSAY_WEBHOOK_HOSTS: '127.0.0.1', ASSAY_WEBHOOK_SECRET: SECRET, ASSAY_TIME_SCALE: '0.1' };
  world = await createWorld({ env, workspace: { settings: { onFinish: { url } } } });
  const page = await readFile(`${PROJECT}docs/http.md`, 'utf8');
  const [, code = ''] = /```js\n(import \{ createHmac[^]*?)```/.exec(page) ?? [];
  const example = (await import(`data:text/javascript,${encodeURIComponent(`${code}\nexport { isFromAssay };`)}`)) as {
    isFromAssay: Verify;
  };
  verify = example.isFromAssay;
});
afterAll(async () => {
  receiver.close();
  await world?.end();
});
beforeEach(() => {
  posted = [];
  statuses = [];
});

const ofQuestion = (id: string): Posted[] => posted.filter(({ headers }) => headers['x-assay-delivery'] === id);
const taken = (id: string): Promise<unknown> =>
  eventually(async () => {
    const rows = await world.rows(`select 1 from assay.webhooks where run_id = '${id}' and sent_at is not null`);
    return rows.length === 1;
  });

describe('a webhook', () => {
  it('is signed as the documented example verifies it, holds no values, and is repeated until it is taken', async () => {
    statuses = [500, 302];
    const { id } = await world.play();
    await taken(id);
    const all = ofQuestion(id);
    expect(all).toHaveLength(3);
    expect(new Set(all.map(({ body }) => body)).size).toBe(1);
    for (const { headers, body } of all) {
      const signature = String(headers['x-assay-signature']);
      expect(verify(signature, body, KEY)).toBe(true);
      expect(verify(signature, `${body} `, KEY)).toBe(false);
      expect(verify(signature, body, SECRET)).toBe(false);
      expect(verify(signature.replace(/^t=\d+/, 't=1'), body, KEY)).toBe(false);
    }
    const { question, ...rest } = JSON.parse(all[0]?.body ?? '') as { question: object };
    expect(rest).toEqual({ type: 'question-finished' });
    expect(question).toMatchObject({ id, workspace: world.workspace, status: 'GOLD', level: 'BASIC', error: null });
    expect(Object.keys(question)).toEqual(['id', 'workspace', 'status', 'level', 'case', 'confidence', 'error']);
  });

  it('is delivered by the next process after a crash', async () => {
    statuses = [503, 503];
    const { id } = await world.play();
    await eventually(() => ofQuestion(id).length > 0);
    await world.killAndRestart();
    await taken(id);
  });

  it('holds the record only where the workspace allows values, and never with `asker`', async () => {
    const { id } = await world.play({}, { settings: { onFinish: { url } } });
    await taken(id);
    expect(ofQuestion(id)[0]?.body).not.toContain('sqlList');
    const allowed = await world.createWorkspace({ settings: { onFinish: { url, values: true } } });
    const withValues = await world.play({}, { workspace: allowed });
    await taken(withValues.id);
    expect(ofQuestion(withValues.id)[0]?.body).toContain('sqlList');
    // a workspace whose rows differ by person from now on
    await world.rows(
      `update assay.workspaces set settings = settings || '{"asker": {"mode": "variables"}}' where id = '${allowed}' returning 1`,
    );
    await world.rows(
      `update assay.webhooks set sent_at = null, next_at = now() where run_id = '${withValues.id}' returning 1`,
    );
    await eventually(() => ofQuestion(withValues.id).length === 2);
    expect(ofQuestion(withValues.id)[1]?.body).not.toContain('sqlList');
  });

  it('is a dead letter after its last attempt, which metrics count', async () => {
    statuses = Array.from({ length: 9 }, () => 500);
    const { id } = await world.play();
    await world.rows(`update assay.webhooks set attempts = 5, next_at = now() where run_id = '${id}' returning 1`);
    const [given] = await eventually(async () => {
      const rows = await world.rows(
        `select error from assay.webhooks where run_id = '${id}' and failed_at is not null`,
      );
      return rows.length === 1 && rows;
    });
    expect(given).toEqual({ error: 'the receiver answered 500' });
    const metrics = await (await fetch(`${world.api.url}/metrics`)).text();
    expect(metrics).toMatch(/^assay_webhooks_total\{outcome="dead".*\} 1$/m);
  });

  it.each([
    [{ url: 'http://169.254.169.254/latest' }, 'link-local'],
    [{ url: 'http://127.0.0.2/hook' }, 'ASSAY_WEBHOOK_HOSTS'],
    [{ url: 'http://127.0.0.1/hook', values: true }, 'may only be tightened'],
    [{ url: 'ftp://127.0.0.1/hook' }, 'settings'],
    [{ url: 'http://user:word@127.0.0.1/hook' }, 'settings'],
  ])('is refused when a question is asked with %j', async (onFinish, reason) => {
    const body = { workspace: world.workspace, question: 'How many?', settings: { onFinish } };
    const reply = await world.api.post('/v1/questions', body);
    expect(reply.status).toBe(422);
    expect(JSON.stringify(reply.body)).toContain(reason);
  });
});
