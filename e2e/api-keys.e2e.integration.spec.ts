import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Api, problemOf } from './harness/api-client.js';
import { createWorld, type World } from './harness/world.js';

const ADMIN = 'admin-key-of-the-tests';

describe('API keys', () => {
  let world: World;
  let anonymous: Api;
  let owner: Api;
  let otherCaller: Api;
  let question: string;
  beforeAll(async () => {
    world = await createWorld({ env: { ASSAY_API_KEYS: `${ADMIN},second-admin-key` } });
    anonymous = new Api(world.assay.url);
    const elsewhere = await world.createWorkspace();
    owner = await keyFor(world.workspace);
    otherCaller = await keyFor(elsewhere);
    question = (await world.play()).id;
  });
  afterAll(() => world?.end());

  async function keyFor(workspace: string): Promise<Api> {
    const created = await world.api.expect<{ key: string }>(201, 'POST', '/v1/api-keys', {
      name: `key-${process.hrtime.bigint()}`,
      workspaces: [workspace],
    });
    return new Api(world.assay.url, { authorization: `Bearer ${created.key}` });
  }

  it.each([
    ['GET', '/v1/questions'],
    ['POST', '/v1/questions'],
    ['GET', '/v1/workspaces'],
    ['POST', '/v1/workspaces'],
    ['GET', '/v1/api-keys'],
    ['GET', '/v1/questions/01890a5d-ac96-774b-bcce-b302099a8057/events'],
  ])('are asked for by %s %s', async (method, path) => {
    const body = method === 'POST' ? {} : undefined;
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: `Basic ${ADMIN}` }]) {
      const reply = await anonymous.send(method, path, body, { headers: headers as { [name: string]: string } });
      expect(reply.status).toBe(401);
      problemOf(reply);
    }
  });

  it('are not taken from the URL', async () => {
    expect((await anonymous.get(`/v1/questions?key=${ADMIN}&access_token=${ADMIN}`)).status).toBe(401);
  });

  it('are not asked for by health checks', async () => {
    expect((await anonymous.get('/health/live')).status).toBe(200);
    expect((await anonymous.get('/health/ready')).status).toBe(200);
  });

  it('of the environment are all admin', async () => {
    const second = new Api(world.assay.url, { authorization: 'Bearer second-admin-key' });
    expect((await second.get(`/v1/questions/${question}`)).status).toBe(200);
  });

  it('of a workspace see it and its questions', async () => {
    for (const path of ['', '/record', '/rows', '/events']) {
      expect([path, (await owner.get(`/v1/questions/${question}${path}`)).status]).toEqual([path, 200]);
    }
    expect((await owner.get(`/v1/workspaces/${world.workspace}`)).status).toBe(200);
  });

  it('of another workspace see neither: 404', async () => {
    for (const [method, path] of [
      ['GET', `/v1/questions/${question}`],
      ['GET', `/v1/questions/${question}/record`],
      ['GET', `/v1/questions/${question}/rows`],
      ['GET', `/v1/questions/${question}/events`],
      ['POST', `/v1/questions/${question}/like`],
      ['POST', `/v1/questions/${question}/cancel`],
      ['GET', `/v1/workspaces/${world.workspace}`],
      ['GET', `/v1/workspaces/${world.workspace}/schema`],
      ['GET', `/v1/workspaces/${world.workspace}/gold-sqls`],
      ['DELETE', `/v1/workspaces/${world.workspace}`],
      ['GET', `/v1/questions?workspace=${world.workspace}`],
    ] as const) {
      const reply = await otherCaller.send(method, path);
      expect([method, path, reply.status]).toEqual([method, path, 404]);
      problemOf(reply);
    }
    const asked = await otherCaller.post('/v1/questions', { workspace: world.workspace, question: 'How many?' });
    expect(asked.status).toBe(404);
    const list = await otherCaller.get<{ items: object[] }>('/v1/questions');
    expect(list.body.items).toEqual([]);
    const workspaces = await otherCaller.get<{ items: { id: string }[] }>('/v1/workspaces');
    expect(workspaces.body.items.map(({ id }) => id)).not.toContain(world.workspace);
  });

  it('of a workspace make no keys and no workspaces', async () => {
    for (const [method, path, body] of [
      ['GET', '/v1/api-keys', undefined],
      ['POST', '/v1/api-keys', { name: 'mine', admin: true }],
      ['POST', '/v1/workspaces', { name: 'mine', database: { dialect: 'postgres', url: world.target.readerUrl } }],
    ] as const) {
      const reply = await owner.send(method, path, body);
      expect(reply.status).toBe(403);
      problemOf(reply);
    }
  });

  it('keep their idempotency keys apart', async () => {
    const body = { workspace: world.workspace, question: 'How many?' };
    const headers = { 'idempotency-key': 'shared-by-chance' };
    const [mine, admins] = [
      await owner.post<{ id: string }>('/v1/questions', body, headers),
      await world.api.post<{ id: string }>('/v1/questions', body, headers),
    ];
    expect([mine.status, admins.status]).toEqual([202, 202]);
    expect(mine.body.id).not.toBe(admins.body.id);
  });

  it('are shown once, and no more after their end', async () => {
    const created = await world.api.expect<{ id: string; key: string }>(201, 'POST', '/v1/api-keys', {
      name: 'short-lived',
      workspaces: [world.workspace],
    });
    const list = await world.api.get('/v1/api-keys');
    expect(JSON.stringify(list.body)).toContain(created.id);
    expect(JSON.stringify(list.body)).not.toContain(created.key);
    const own = new Api(world.assay.url, { authorization: `Bearer ${created.key}` });
    expect((await own.get(`/v1/questions/${question}`)).status).toBe(200);
    await world.api.expect(204, 'DELETE', `/v1/api-keys/${created.id}`);
    expect((await own.get(`/v1/questions/${question}`)).status).toBe(401);
  });

  it('that are bad input are refused by field', async () => {
    const reply = await world.api.post('/v1/api-keys', { name: '', workspaces: ['nope'], power: 9 });
    expect(reply.status).toBe(422);
    expect(
      problemOf(reply)
        .errors?.map(({ field }) => field)
        .sort(),
    ).toEqual(['name', 'power', 'workspaces.0']);
  });
});
