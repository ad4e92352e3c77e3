import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CreatedApiKey, Id, MeView } from '@assay/contracts';
import { SignJWT, UnsecuredJWT } from 'jose';
import { createPublicKey } from 'node:crypto';
import { CLIENT_ID } from '@assay/testing';
import { ApiFixture, type Answer } from '../testing/api-fixture.js';
import { TokenIssuer } from '../testing/token-issuer.js';

const ADMIN = 'the-admin-key-of-this-test';

describe('bearer tokens', () => {
  let issuer: TokenIssuer;
  let other: TokenIssuer;
  let api: ApiFixture;
  beforeAll(async () => {
    [issuer, other] = await Promise.all([TokenIssuer.start(), TokenIssuer.start()]);
    api = await ApiFixture.start({
      ASSAY_API_KEYS: ADMIN,
      ASSAY_OIDC_ISSUER: issuer.url,
      ASSAY_OIDC_CLIENT_ID: CLIENT_ID,
      ASSAY_OIDC_ROLES_CLAIM: 'realm_access.roles',
      ASSAY_OIDC_ROLES: JSON.stringify({ sales: { asker: 'all' }, boss: { admin: 'all' } }),
      ASSAY_RATE_LIMIT_FAILED_KEYS: '0',
    });
  });
  afterAll(async () => {
    await api.stop();
    await Promise.all([issuer.stop(), other.stop()]);
  });

  const roles = (...names: string[]): object => ({ realm_access: { roles: names } });
  const me = (token: string, headers = {}): Promise<Answer<MeView>> =>
    api.call<MeView>('GET /v1/me', { headers: { authorization: `Bearer ${token}`, ...headers } });
  const now = (): number => Math.floor(Date.now() / 1000);

  it('give the roles that the mapping has for their claims, and groups', async () => {
    const claims = { ...roles('sales', 'unknown'), groups: ['north'], name: 'Ann' };
    const { status, body } = await me(await issuer.token('ann', claims));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Ann',
      person: { subject: 'ann', groups: ['north'] },
      roles: [{ role: 'asker', workspaces: null }],
      rights: { use: null, ask: null, curate: [], operate: [] },
    });
    const again = await me(await issuer.token('ann', roles('boss')));
    expect(again.body).toMatchObject({ person: { id: body.person?.id }, roles: [{ role: 'admin' }] });
  });

  it('without a mapped role may do nothing but ask who they are', async () => {
    const token = await issuer.token('nobody', roles('admin', '__proto__'));
    expect((await me(token)).body.roles).toEqual([]);
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ['questions', 'workspaces', 'audit', 'api-keys']) {
      expect(await api.problem(`GET /v1/${path}`, { headers })).toMatchObject({ status: 403 });
    }
  });

  it('and keys end the streams that they opened once they end themselves', async () => {
    const admin = { authorization: `Bearer ${ADMIN}` };
    const database = { dialect: 'postgres', url: 'postgres://reader@db/shop' };
    const made = await api.call<{ id: Id }>('POST /v1/workspaces', {
      headers: admin,
      body: { name: 'shop', database },
    });
    const body = { workspace: made.body.id, question: 'How many?' };
    const { id } = (await api.call<{ id: Id }>('POST /v1/questions', { headers: admin, body })).body;
    const key = await api.call<CreatedApiKey>('POST /v1/api-keys', { headers: admin, body: { name: 'soon revoked' } });
    const follow = async (authorization: string): Promise<Response> => {
      const stream = await fetch(`${api.service.url}/v1/questions/${id}/events`, { headers: { authorization } });
      expect(stream.status).toBe(200);
      return stream;
    };
    // expired, within the tolerated skew
    const old = await follow(`Bearer ${await issuer.token('ann', { ...roles('boss'), exp: now() - 15 })}`);
    const [ofKey, stays] = [await follow(`Bearer ${key.body.key}`), await follow(`Bearer ${ADMIN}`)];
    await api.call(`DELETE /v1/api-keys/${key.body.id}`, { headers: admin });
    await Promise.all([old, ofKey].map((stream) => expect(stream.text()).rejects.toThrow()));
    await api.finish(id, 'GOLD', 'select 1');
    expect(await stays.text()).toContain('question-finished');
  });

  it('leave keys as they are', async () => {
    expect((await me(ADMIN)).body).toMatchObject({ person: null, roles: [{ role: 'admin', workspaces: null }] });
    expect((await api.call('GET /v1/me')).status).toBe(401);
  });

  it('may not act for others', async () => {
    const token = await issuer.token('ann', roles('boss'));
    expect((await me(token, { 'x-assay-person': 'ann' })).status).toBe(200);
    expect((await me(token, { 'x-assay-person': 'ben' })).status).toBe(403);
    expect((await me(ADMIN, { 'x-assay-person': 'ben' })).status).toBe(403);
  });

  it.each<[string, () => Promise<string>]>([
    ['has expired', () => issuer.token('ann', { exp: now() - 60 })],
    ['is not valid yet', () => issuer.token('ann', { nbf: now() + 60 })],
    ['never expires', () => issuer.token('ann', { exp: undefined })],
    ['has no subject', () => issuer.token('ann', { sub: undefined })],
    ['has a subject that no database stores', () => issuer.token('a\0b')],
    ['is for another audience', () => issuer.token('ann', { aud: 'another-service' })],
    ['names another issuer', () => issuer.token('ann', { iss: other.url })],
    ['is signed by another issuer', () => other.token('ann', { iss: issuer.url })],
    [
      'is signed by another issuer under the known key id',
      async () => other.token('ann', { iss: issuer.url }, { kid: issuer.publicKey.kid }),
    ],
    [
      'is not signed',
      async () =>
        new UnsecuredJWT({ sub: 'ann' }).setIssuer(issuer.url).setAudience(CLIENT_ID).setExpirationTime('5m').encode(),
    ],
    [
      'is signed with the public key as a secret',
      async () =>
        new SignJWT({ sub: 'ann' })
          .setProtectedHeader({ alg: 'HS256', kid: String(issuer.publicKey.kid) })
          .setIssuer(issuer.url)
          .setAudience(CLIENT_ID)
          .setExpirationTime('5m')
          .sign(new TextEncoder().encode(JSON.stringify(issuer.publicKey))),
    ],
    [
      'is signed with the public key in PEM as a secret',
      async () => {
        const key = createPublicKey({ key: issuer.publicKey, format: 'jwk' });
        return new SignJWT({ sub: 'ann' })
          .setProtectedHeader({ alg: 'HS256' })
          .setIssuer(issuer.url)
          .setAudience(CLIENT_ID)
          .setExpirationTime('5m')
          .sign(Buffer.from(key.export({ type: 'spki', format: 'pem' })));
      },
    ],
    ['brings its own key', async () => other.token('ann', { iss: issuer.url }, { jwk: other.publicKey })],
    ['is a logout token', () => issuer.token('ann', {}, { typ: 'logout+jwt' })],
    ['holds the event of a logout token', () => issuer.token('ann', { events: {} })],
    ['is bound to a key that it does not prove', () => issuer.token('ann', { cnf: { jkt: 'x' } })],
    ['was changed', async () => (await issuer.token('ann')).replace(/\.[^.]+\./, `.${btoa('{"sub":"boss"}')}.`)],
  ])('are refused when the token %s', async (_what, made) => {
    expect((await me(await made())).status).toBe(401);
  });

  it('tolerate clocks that differ by seconds', async () => {
    expect((await me(await issuer.token('ann', { exp: now() - 10, nbf: now() + 10 }))).status).toBe(200);
  });

  it('keep quotes and line breaks of claims out of names and logs, and change nothing by them', async () => {
    const hostile = `x'; drop table assay.people; --\r\n{"level":"info"}"\u2028`;
    const claims = { name: hostile, groups: [hostile, "o'hara"], ...roles(hostile) };
    const { status, body } = await me(await issuer.token(hostile, claims));
    expect(status).toBe(200);
    expect(body.name).toBe(`x'; drop table assay.people; -- {"level":"info"}"`);
    expect(body).toMatchObject({ person: { subject: hostile, groups: [hostile, "o'hara"] }, roles: [] });
  });

  it('follow a rotation of keys', async () => {
    const before = await issuer.token('ann');
    await issuer.rotate();
    const token = await issuer.token('ann');
    while ((await me(token)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await me(before)).status).toBe(401);
  });

  it('cause one request for keys, however many there are', async () => {
    const before = issuer.keyRequests;
    await Promise.all(Array.from({ length: 20 }, async () => me(await issuer.token('ann'))));
    expect(issuer.keyRequests).toBeLessThanOrEqual(before + 1);
  });
});

describe('bearer tokens of a provider that is unreachable', () => {
  it('are neither accepted nor called wrong', async () => {
    const issuer = await TokenIssuer.start();
    const token = await issuer.token('ann');
    await issuer.stop();
    const api = await ApiFixture.start({ ASSAY_OIDC_ISSUER: issuer.url, ASSAY_OIDC_CLIENT_ID: CLIENT_ID });
    const headers = { authorization: `Bearer ${token}` };
    expect(await api.problem('GET /v1/me', { headers })).toMatchObject({
      status: 503,
      code: 'IDENTITY_PROVIDER_UNREACHABLE',
    });
    expect((await api.call('GET /v1/me')).status).toBe(401);
    await api.stop();
  });
});
