import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { MeView } from '@assay/contracts';
import { CLIENT_ID, CLIENT_SECRET } from '@assay/testing';
import { SignJWT, UnsecuredJWT } from 'jose';
import { ApiFixture } from '../testing/api-fixture.js';
import { TestBrowser } from '../testing/test-browser.js';
import { TokenIssuer } from '../testing/token-issuer.js';
import { SESSION_COOKIE } from './cookies.js';

/** No server listens here. */
const PAGE = 'http://127.0.0.1:1';
const LOGOUT = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const LOGOUT_TYPE = { typ: 'logout+jwt' };

describe('forged tokens', () => {
  let issuer: TokenIssuer;
  let other: TokenIssuer;
  let api: ApiFixture;
  let by: TestBrowser;
  beforeAll(async () => {
    [issuer, other] = await Promise.all([TokenIssuer.start(), TokenIssuer.start()]);
    api = await ApiFixture.start({
      ASSAY_OIDC_ISSUER: issuer.url,
      ASSAY_OIDC_CLIENT_ID: CLIENT_ID,
      ASSAY_OIDC_CLIENT_SECRET: CLIENT_SECRET,
      ASSAY_PUBLIC_URL: PAGE,
      ASSAY_OIDC_ROLES: '{ "*": { "asker": "all" } }',
    });
  });
  beforeEach(() => {
    by = new TestBrowser({ from: PAGE, to: api.service.url });
  });
  afterAll(async () => {
    await api.stop();
    await Promise.all([issuer.stop(), other.stop()]);
  });

  const now = (): number => Math.floor(Date.now() / 1000);
  const secret = (text: string): Uint8Array => new TextEncoder().encode(text);
  const bare = (nonce: string): object => ({
    iss: issuer.url,
    aud: CLIENT_ID,
    sub: 'ann',
    iat: now(),
    exp: now() + 60,
    nonce,
  });
  const me = async (headers = {}): Promise<{ status: number; body: MeView }> => {
    const response = await by.send(`${PAGE}/v1/me`, { headers });
    return { status: response.status, body: (await response.json()) as MeView };
  };
  /** Where the callback leads, with the ID token that the provider gives. */
  async function signIn(made: (nonce: string) => string | Promise<string>, more: object = {}): Promise<string> {
    const begun = await by.send(`${PAGE}/auth/sign-in`);
    const asked = new URL(String(begun.headers.get('location'))).searchParams;
    issuer.idToken = await made(String(asked.get('nonce')));
    const answer = new URLSearchParams({ code: 'any', state: String(asked.get('state')), ...more });
    return String((await by.send(`${PAGE}/auth/callback?${answer.toString()}`)).headers.get('location'));
  }

  it('are rejected, with seconds of clock skew allowed', async () => {
    expect(await signIn((nonce) => issuer.token('ann', { nonce, exp: now() - 10 }))).toBe(`${PAGE}/`);
    expect((await me()).body).toMatchObject({ person: { subject: 'ann' }, roles: [{ role: 'asker' }] });
  });

  it.each<[string, (nonce: string) => string | Promise<string>]>([
    ['for another client', (nonce) => issuer.token('ann', { nonce, aud: 'another' })],
    ['for several, of another', (nonce) => issuer.token('ann', { nonce, aud: [CLIENT_ID, 'another'], azp: 'another' })],
    ['of another issuer', (nonce) => issuer.token('ann', { nonce, iss: other.url })],
    ['signed by another issuer', (nonce) => other.token('ann', { nonce, iss: issuer.url })],
    ['under a known key id', (nonce) => other.token('ann', { nonce, iss: issuer.url }, { kid: issuer.publicKey.kid })],
    ['with its own key', (nonce) => other.token('ann', { nonce, iss: issuer.url }, { jwk: other.publicKey })],
    ['of another sign-in', () => issuer.token('ann', { nonce: 'another' })],
    ['of no sign-in', () => issuer.token('ann')],
    ['that has expired', (nonce) => issuer.token('ann', { nonce, exp: now() - 90 })],
    ['that never expires', (nonce) => issuer.token('ann', { nonce, exp: undefined })],
    ['of nobody', (nonce) => issuer.token('ann', { nonce, sub: undefined })],
    ['without a signature', (nonce) => new UnsecuredJWT({ ...bare(nonce) }).encode()],
    [
      'signed with the secret of the client',
      (nonce) => new SignJWT({ ...bare(nonce) }).setProtectedHeader({ alg: 'HS256' }).sign(secret(CLIENT_SECRET)),
    ],
    [
      'signed with the public key as a secret',
      (nonce) =>
        new SignJWT({ ...bare(nonce) })
          .setProtectedHeader({ alg: 'HS256', kid: String(issuer.publicKey.kid) })
          .sign(secret(JSON.stringify(issuer.publicKey))),
    ],
    ['that is none', () => 'x.y.z'],
  ])('are refused: an ID token %s', async (_what, made) => {
    expect(await signIn(made)).toBe('/?signIn=failed');
    expect(by.cookies(PAGE).has(SESSION_COOKIE)).toBe(false);
    expect((await me()).status).toBe(401);
  });

  it.each([{ state: 'another' }, { iss: 'https://another.example' }, { error: 'access_denied' }])(
    'are refused: an answer with %j',
    async (more) => {
      expect(await signIn((nonce) => issuer.token('ann', { nonce }), more)).toBe('/?signIn=failed');
      expect((await me()).status).toBe(401);
    },
  );

  it('show names with quotes and line breaks in one line', async () => {
    const name = `"><script>alert(1)</script>\r\nset-cookie: x=1`;
    expect(await signIn((nonce) => issuer.token(`o'hara\r\n"`, { nonce, name }))).toBe(`${PAGE}/`);
    expect((await me()).body).toMatchObject({
      name: '"><script>alert(1)</script> set-cookie: x=1',
      person: { subject: `o'hara\r\n"` },
    });
    for (const [person, status] of [
      [`o'hara\r\n"`, 200],
      [`o'hara`, 403],
    ] as const) {
      expect((await me({ 'x-assay-person': encodeURIComponent(person) })).status).toBe(status);
    }
  });

  it.each<[string, () => string | Promise<string>]>([
    ['an ID token', () => issuer.token('ann')],
    ['one without the event', () => issuer.token('ann', { events: {} }, LOGOUT_TYPE)],
    ['one with a nonce', () => issuer.token('ann', { events: LOGOUT, nonce: 'x' }, LOGOUT_TYPE)],
    ['one for another client', () => issuer.token('ann', { events: LOGOUT, aud: 'another' }, LOGOUT_TYPE)],
    ['one of another issuer', () => issuer.token('ann', { events: LOGOUT, iss: other.url }, LOGOUT_TYPE)],
    ['an old one', () => issuer.token('ann', { events: LOGOUT, iat: now() - 600 }, LOGOUT_TYPE)],
    ['one about nobody', () => issuer.token('ann', { events: LOGOUT, sub: undefined }, LOGOUT_TYPE)],
    ['one without a signature', () => new UnsecuredJWT({ ...bare('x'), nonce: undefined, events: LOGOUT }).encode()],
  ])('end no session at the back channel: %s', async (_what, made) => {
    await signIn((nonce) => issuer.token('ann', { nonce }));
    const logout = (token: string): Promise<Response> =>
      by.send(`${PAGE}/auth/back-channel-logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: token }),
      });
    expect((await logout(await made())).status).toBe(400);
    expect((await me()).status).toBe(200);
    expect((await logout(await issuer.token('ann', { events: LOGOUT }, LOGOUT_TYPE))).status).toBe(200);
    expect((await me()).status).toBe(401);
  });
});
