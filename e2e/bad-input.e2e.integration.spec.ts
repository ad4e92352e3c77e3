import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { problemOf } from './harness/api-client.js';
import { shareWorld } from './harness/shared-world.js';
import { SMALL, type World } from './harness/world.js';

/** What only a whole Assay shows; field errors are tested in apps/api. */
describe('bad input', () => {
  let world: World;
  beforeAll(async () => {
    world = await shareWorld();
  });
  afterAll(() => world?.end());

  const create = (fields: object): ReturnType<typeof world.api.post> =>
    world.api.post('/v1/workspaces', {
      name: `ws-${process.hrtime.bigint()}`,
      database: { dialect: 'postgres', url: world.target.readerUrl },
      ...fields,
    });

  it('of a question is refused with every wrong field at once', async () => {
    const reply = await world.api.post('/v1/questions', { question: '', level: 'X', settings: { maxRows: 0 }, x: 1 });
    expect(
      problemOf(reply)
        .errors?.map(({ field }) => field)
        .sort(),
    ).toEqual(['level', 'question', 'settings.maxRows', 'workspace', 'x']);
  });

  it('that is hard to store is stored', async () => {
    const question = 'NUL \u0000 and lone \ud800 surrogate, "quotes", \\ and 🦊?';
    const body = { workspace: world.workspace, question, settings: SMALL };
    const reply = await world.api.post<{ id: string }>('/v1/questions', body);
    expect(reply.status).toBe(202);
    const record = await world.recordOf(reply.body.id);
    expect(record.status).toBe('GOLD');
    expect(record.question).toContain('🦊');
  });
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'that is sent as %s is 415',
    async (type) => {
      const body = JSON.stringify({ workspace: world.workspace, question: 'How many?' });
      const reply = await world.api.send('POST', '/v1/questions', undefined, {
        raw: body,
        headers: { 'content-type': type },
      });
      expect(reply.status).toBe(415);
      problemOf(reply);
    },
  );

  it('of more than 256 kB is 413', async () => {
    const body = { workspace: world.workspace, question: 'How many?', evidence: ['x'.repeat(257 * 1024)] };
    const reply = await world.api.post('/v1/questions', body);
    expect(reply.status).toBe(413);
    problemOf(reply);
  });

  it('that names a call of another question is 404', async () => {
    const [first, second] = [await world.play(), await world.play()];
    const call = first.record.calls[0]?.id;
    expect((await world.api.get(`/v1/questions/${first.id}/calls/${call}`)).status).toBe(200);
    expect((await world.api.get(`/v1/questions/${second.id}/calls/${call}`)).status).toBe(404);
  });

  it('with a wrong password is refused without it, and leaves no workspace behind', async () => {
    const name = `half-done-${process.hrtime.bigint()}`;
    const url = world.target.readerUrl.replace('reads-only', 'wrong-password');
    const reply = await create({ name, database: { dialect: 'postgres', url } });
    expect([reply.status, problemOf(reply).code]).toEqual([422, 'DATABASE_UNREACHABLE']);
    expect(JSON.stringify(reply.body)).not.toContain('wrong-password');
    expect((await world.api.get(`/v1/workspaces/${name}`)).status).toBe(404);
    const list = await world.api.get<{ items: { name: string }[] }>('/v1/workspaces');
    expect(list.body.items.map((item) => item.name)).not.toContain(name);
  });

  it('with a role that may write is refused, unless it is accepted', async () => {
    const database = { dialect: 'postgres', url: world.target.ownerUrl };
    const refused = await create({ database });
    expect([refused.status, problemOf(refused).code]).toEqual([422, 'ROLE_TOO_POWERFUL']);
    const accepted = await create({ database: { ...database, acceptPrivileged: true } });
    expect(accepted.status).toBe(201);
  });

  it('of a web page of another site is not served without keys', async () => {
    const headers = { origin: 'https://evil.example' };
    const reply = await world.api.post('/v1/questions', { workspace: world.workspace, question: 'x' }, headers);
    expect(reply.status).toBe(403);
    problemOf(reply);
  });
});
