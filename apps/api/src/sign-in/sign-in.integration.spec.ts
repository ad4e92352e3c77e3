import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { newId, type MeView, type SignedOut } from '@assay/contracts';
import { LOGGER, type Logger } from '@assay/runtime';
import { CLIENT_ID, CLIENT_SECRET, sendRaw, TestProvider } from '@assay/testing';
import { ApiFixture } from '../testing/api-fixture.js';
import { TestBrowser, type Shown } from '../testing/test-browser.js';
import { TokenIssuer } from '../testing/token-issuer.js';
import { SESSION_COOKIE, SIGN_IN_COOKIE } from './cookies.js';

/** No server listens here. */
const PAGE = 'http://127.0.0.1:1';

describe('the sign-in', () => {
  let provider: TestProvider;
  let api: ApiFixture;
  beforeAll(async () => {
    provider = await TestProvider.start(PAGE, () => api.service.url);
    api = await ApiFixture.start({
      ASSAY_OIDC_ISSUER: provider.url,
      ASSAY_OIDC_CLIENT_ID: CLIENT_ID,
      ASSAY_OIDC_CLIENT_SECRET: CLIENT_SECRET,
      ASSAY_PUBLIC_URL: PAGE,
    });
  });
  afterAll(async () => {
    await api.stop();
    await provider.stop();
  });

  const browser = (): TestBrowser => new TestBrowser({ from: PAGE, to: api.service.url });
  const signIn = async (by: TestBrowser, person: string, to = '/history'): Promise<Shown> => {
    const login = await by.visit(`${PAGE}/auth/sign-in?to=${encodeURIComponent(to)}`);
    return by.submit(await by.submit(login, { login: person, password: 'any' }), {});
  };
  const me = async (by: TestBrowser, headers = {}): Promise<{ status: number; body: MeView }> => {
    const response = await by.send(`${PAGE}/v1/me`, { headers });
    return { status: response.status, body: (await response.json()) as MeView };
  };
  const write = (by: TestBrowser, path: string, headers: Record<string, string>): Promise<Response> =>
    by.send(`${PAGE}${path}`, { method: 'POST', headers });
  const age = async (column: string, interval: string): Promise<void> =>
    void (await api.work.database.query(
      { name: `test_age_${column}`, text: `update assay.sessions set ${column} = now() - $1::interval` },
      [interval],
    ));

  const rolesOf = async (subject: string): Promise<string[] | undefined> => {
    const text = 'select roles from assay.people where subject = $1';
    return (await api.work.database.query<{ roles: string[] }>({ name: 'test_roles', text }, [subject]))[0]?.roles;
  };

  it('leads to the provider and back to where it began, and names the person and their roles', async () => {
    const by = browser();
    expect((await me(by)).status).toBe(401);
    expect((await signIn(by, 'ann')).url).toBe(`${PAGE}/history`);
    const { status, body } = await me(by);
    expect([status, body.name, body.person?.subject, body.roles]).toEqual([
      200,
      'Name of ann',
      'ann',
      [{ role: 'asker', workspaces: null }],
    ]);
    expect(by.cookies(PAGE).has(SIGN_IN_COOKIE)).toBe(false);
  });

  it('keeps its cookie from scripts, other sites and plain connections', async () => {
    const by = browser();
    const response = await by.send(`${PAGE}/auth/sign-in`);
    for (const line of response.headers.getSetCookie()) {
      expect(line).toMatch(/^__Host-assay/);
      expect(line).toMatch(/Path=\/;.*HttpOnly; Secure; SameSite=Lax/);
      expect(line).not.toMatch(/Domain/i);
    }
    const location = new URL(String(response.headers.get('location'))).searchParams;
    expect(Object.fromEntries(location)).toMatchObject({ code_challenge_method: 'S256', response_type: 'code' });
    expect(location.get('nonce')).toMatch(/./);
  });

  it('takes no session from outside: each sign-in has a new one, and ends the former', async () => {
    const by = browser();
    by.cookies(PAGE).set(SESSION_COOKIE, 'set-by-an-attacker');
    await signIn(by, 'ann');
    const first = String(by.cookies(PAGE).get(SESSION_COOKIE));
    expect(first).not.toBe('set-by-an-attacker');
    await by.visit(`${PAGE}/auth/sign-in`);
    expect(by.cookies(PAGE).get(SESSION_COOKIE)).not.toBe(first);
    const thief = browser();
    thief.cookies(PAGE).set(SESSION_COOKIE, first);
    expect((await me(thief)).status).toBe(401);
  });

  it('refuses the answer to a sign-in that another browser began, and a repeated one', async () => {
    const attacker = browser();
    const login = await attacker.visit(`${PAGE}/auth/sign-in`);
    const consent = await attacker.submit(login, { login: 'mallory', password: 'any' });
    let callback = '';
    const send = attacker.send.bind(attacker);
    attacker.send = async (address, options) => {
      if (!address.startsWith(`${PAGE}/auth/callback`)) return send(address, options);
      callback = address;
      return new Response('');
    };
    await attacker.submit(consent, {});
    expect(callback).toContain('code=');
    const victim = browser();
    for (const withOwnSignIn of [false, true]) {
      if (withOwnSignIn) await victim.send(`${PAGE}/auth/sign-in`);
      const answer = await victim.send(callback);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/?signIn=failed']);
      expect((await me(victim)).status).toBe(401);
    }
    attacker.send = send;
    expect((await attacker.send(callback)).headers.get('location')).toBe(`${PAGE}/`);
    expect((await attacker.send(callback)).headers.get('location')).toBe('/?signIn=failed');
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'http://user@127.0.0.1:1/',
    '/\t/evil.example',
    ['/history', '//evil.example'],
    undefined,
  ])('leads nowhere but to its own page: %j', async (to) => {
    const query = new URLSearchParams([to ?? []].flat().map((each): [string, string] => ['to', each]));
    const by = browser();
    const login = await by.visit(`${PAGE}/auth/sign-in?${query.toString()}`);
    const page = await by.submit(await by.submit(login, { login: 'ann', password: 'any' }), {});
    expect(new URL(page.url).origin).toBe(PAGE);
  });

  it('is used by the page alone', async () => {
    const by = browser();
    await signIn(by, 'ann');
    expect((await me(by, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await me(by, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    for (const headers of [{}, { origin: 'https://evil.example' }, { origin: 'null' }] as Record<string, string>[]) {
      expect((await write(by, '/v1/questions', headers)).status).toBe(403);
      expect((await write(by, '/auth/sign-out', headers)).status).toBe(403);
    }
    expect((await me(by)).status).toBe(200);
    expect((await write(by, '/v1/questions', { origin: PAGE })).status).not.toBe(403);
  });

  it('opens the board of queues to admins alone, and to no other site', async () => {
    const [admin, asker] = [browser(), browser()];
    provider.roles.set('queen', ['admin']);
    await signIn(admin, 'queen');
    await signIn(asker, 'ann');
    const html = { accept: 'text/html' };
    const board = (by: TestBrowser, headers: Record<string, string> = html, path = ''): Promise<Response> =>
      by.send(`${PAGE}/queues/${path}`, { headers });
    const own = String((await board(admin)).headers.get('location'));
    expect(own).toMatch(/^\/queues\/of\/[\da-f-]{36}\/$/);
    expect((await admin.send(`${PAGE}${own}`, { headers: html })).status).toBe(200);
    expect((await board(asker)).status).toBe(403);
    const unknown = await board(browser());
    expect([unknown.status, unknown.headers.get('location')]).toEqual([302, '/auth/sign-in?to=%2Fqueues%2F']);
    const forKey = await browser().send(`${PAGE}/queues/?key`, { headers: html });
    expect([forKey.status, forKey.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Basic')]);
    expect((await board(browser(), { accept: '*/*' })).status).toBe(401);
    // the provider leads back to it
    const led = async (to: string): Promise<number[]> => {
      const headers = ['accept: text/html', 'sec-fetch-site: cross-site', 'sec-fetch-mode: navigate'];
      const cookie = `cookie: ${SESSION_COOKIE}=${admin.cookies(PAGE).get(SESSION_COOKIE)}`;
      const lines = [
        'GET /queues/ HTTP/1.1',
        'host: any',
        'connection: close',
        cookie,
        ...headers,
        `sec-fetch-dest: ${to}`,
      ];
      return (await sendRaw(api.service.url, `${lines.join('\r\n')}\r\n\r\n`)).statuses;
    };
    expect([await led('document'), await led('iframe')]).toEqual([[302], [403]]);
    expect((await board(admin, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const pause = (headers: Record<string, string>): Promise<Response> =>
      admin.send(`${PAGE}${own}api/queues/generator/pause`, { method: 'PUT', headers });
    for (const foreign of [{}, { origin: 'https://evil.example' }, { origin: 'null' }] as Record<string, string>[]) {
      expect((await pause(foreign)).status).toBe(403);
    }
    expect((await pause({ origin: PAGE })).status).toBe(200);
  });

  it('acts on the board for who opened it alone, where another admin has signed in in another tab', async () => {
    const by = browser();
    for (const name of ['king', 'regent']) provider.roles.set(name, ['admin']);
    const boardOf = async (person: string): Promise<{ url: string; text: string }> => {
      by.cookies(provider.url).clear();
      await signIn(by, person);
      return by.visit(`${PAGE}/queues/`);
    };
    const [first, second] = [await boardOf('king'), await boardOf('regent')];
    expect(second.url).not.toBe(first.url);
    expect(second.text).toContain(`<base href="${new URL(second.url).pathname}"`);
    const pause = (board: string): Promise<Response> =>
      by.send(`${board}api/queues/generator/pause`, { method: 'PUT', headers: { origin: PAGE } });
    for (const board of [first.url, `${PAGE}/queues/`, `${PAGE}/queues/of/-/`]) {
      const refused = await pause(board);
      const error = expect.stringContaining('Another person has signed in');
      expect([refused.status, await refused.json()]).toEqual([
        403,
        expect.objectContaining({ code: 'OTHER_PERSON', error, detail: error }),
      ]);
    }
    expect((await pause(second.url)).status).toBe(200);
    expect((await by.visit(`${first.url}queue/generator`)).url).toBe(`${second.url}queue/generator`);
  });

  it('says so where another person has signed in in another tab', async () => {
    const by = browser();
    await signIn(by, 'ann');
    const tab = { 'x-assay-person': 'ann' };
    expect((await me(by, tab)).status).toBe(200);
    by.cookies(provider.url).clear();
    await signIn(by, 'ben');
    const response = await by.send(`${PAGE}/v1/questions`, { headers: tab });
    expect([response.status, await response.json()]).toEqual([403, expect.objectContaining({ code: 'OTHER_PERSON' })]);
    expect((await me(by, { 'x-assay-person': 'ben' })).body.person?.subject).toBe('ben');
  });

  it('ends everywhere', async () => {
    const [laptop, phone, other] = [browser(), browser(), browser()];
    await Promise.all([signIn(laptop, 'carl'), signIn(phone, 'carl'), signIn(other, 'dora')]);
    const out = await write(laptop, '/auth/sign-out', { origin: PAGE });
    const { redirect } = (await out.json()) as SignedOut;
    expect(redirect).toMatch(new RegExp(`^${provider.url}/session/end\\?`));
    expect([...new URL(redirect).searchParams.keys()].sort()).toEqual(['client_id', 'post_logout_redirect_uri']);
    expect(laptop.cookies(PAGE).has(SESSION_COOKIE)).toBe(false);
    expect([(await me(laptop)).status, (await me(phone)).status, (await me(other)).status]).toEqual([401, 401, 200]);
    // the provider has ended it, too: it asks for a name again
    await laptop.submit(await laptop.visit(redirect), { logout: 'yes' });
    expect((await laptop.visit(`${PAGE}/auth/sign-in`)).text).toContain('name="login"');
  });

  it.each<[string, (by: TestBrowser) => Promise<unknown>]>([
    ['it', (by) => write(by, '/auth/sign-out', { origin: PAGE })],
    [
      'a role that gave it',
      async () => {
        provider.roles.set('stream', ['asker']);
        await age('claims_checked_at', '6 minutes');
      },
    ],
  ])('ends a stream that is open with %s', async (_what, end) => {
    const by = browser();
    provider.roles.set('stream', ['admin']);
    await signIn(by, 'stream');
    const asked = async (path: string, body: object): Promise<{ id: string }> => {
      const headers = { origin: PAGE, 'content-type': 'application/json' };
      const response = await by.send(`${PAGE}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await response.json()) as { id: string };
    };
    const database = { dialect: 'postgres', url: 'postgres://reader@db/shop' };
    const workspace = (await asked('/v1/workspaces', { name: `shop ${newId()}`, database })).id;
    const { id } = await asked('/v1/questions', { workspace, question: 'How many?' });
    const stream = await by.send(`${PAGE}/v1/questions/${id}/events`);
    await end(by);
    await expect(stream.text()).rejects.toThrow();
  });

  it('ends at the word of the provider', async () => {
    const by = browser();
    await signIn(by, 'eve');
    const confirm = await by.visit(`${provider.url}/session/end`);
    await by.submit(confirm, { logout: 'yes' });
    expect((await me(by)).status).toBe(401);
  });

  it('does not end at the word of others', async () => {
    const forger = await TokenIssuer.start();
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    for (const logoutToken of ['x', await forger.token('ann', { iss: provider.url, events }, { typ: 'logout+jwt' })]) {
      const body = new URLSearchParams({ logout_token: logoutToken });
      const response = await browser().send(`${PAGE}/auth/back-channel-logout`, { method: 'POST', body });
      expect(response.status).toBe(400);
    }
    await forger.stop();
  });

  it('ends after hours without a request, and some hours after it began', async () => {
    const by = browser();
    await signIn(by, 'fred');
    await age('used_at', '121 minutes');
    expect((await me(by)).status).toBe(401);
    await signIn(by, 'fred');
    expect((await me(by)).status).toBe(200);
    await age('created_at', '13 hours');
    expect((await me(by)).status).toBe(401);
  });

  it('changes its cookie every hour; the former one serves requests under way, and no longer', async () => {
    const by = browser();
    await signIn(by, 'gina');
    const before = String(by.cookies(PAGE).get(SESSION_COOKIE));
    await age('rotated_at', '61 minutes');
    expect((await me(by)).status).toBe(200);
    expect(by.cookies(PAGE).get(SESSION_COOKIE)).not.toBe(before);
    const late = browser();
    late.cookies(PAGE).set(SESSION_COOKIE, before);
    expect((await me(late)).status).toBe(200);
    await age('rotated_at', '2 minutes');
    expect([(await me(late)).status, (await me(by)).status]).toEqual([401, 200]);
  });

  it('notices a removed role within minutes', async () => {
    const by = browser();
    provider.roles.set('hank', ['admin']);
    await signIn(by, 'hank');
    expect((await me(by)).body.roles).toMatchObject([{ role: 'admin' }]);
    provider.roles.set('hank', []);
    await age('claims_checked_at', '6 minutes');
    expect((await me(by)).body.roles).toEqual([]);
  });

  it('ends within minutes for a person whom the provider refuses', async () => {
    const by = browser();
    await signIn(by, 'jack');
    provider.removed.add('jack');
    expect((await me(by)).status).toBe(200);
    await age('claims_checked_at', '6 minutes');
    expect((await me(by)).status).toBe(401);
  });

  it.each([
    ['the secret is wrong', { status: 401, error: 'invalid_client' }],
    ['it wants other credentials', { status: 401, headers: { 'www-authenticate': 'Basic' }, error: 'invalid_client' }],
    ['a gateway refuses', { status: 403, error: '' }],
    ['there are too many requests', { status: 429, error: 'slow_down' }],
  ])('continues, with the roles of links, where %s at the token endpoint', async (_why, fault) => {
    const by = browser();
    await signIn(by, 'leo');
    provider.tokenFails = fault;
    await age('claims_checked_at', '6 minutes');
    const { status } = await me(by);
    provider.tokenFails = null;
    expect([status, await rolesOf('leo')]).toEqual([200, ['asker']]);
  });

  it('takes the roles of links from a person whom the provider refuses, unless it has just admitted another session', async () => {
    const [laptop, phone] = [browser(), browser()];
    await signIn(laptop, 'mia');
    await age('claims_checked_at', '6 minutes');
    await signIn(phone, 'mia');
    provider.removed.add('mia');
    const left: unknown[] = [(await me(laptop)).status, await rolesOf('mia')];
    await age('claims_checked_at', '6 minutes');
    left.push((await me(phone)).status, await rolesOf('mia'));
    expect(left).toEqual([401, ['asker'], 401, []]);
  });

  it('takes them although another session is there that the provider was not asked about', async () => {
    const [laptop, phone] = [browser(), browser()];
    for (const by of [laptop, phone]) await signIn(by, 'lou');
    provider.removed.add('lou');
    await age('claims_checked_at', '6 minutes');
    expect([(await me(laptop)).status, await rolesOf('lou')]).toEqual([401, []]);
  });

  it('keeps the name of a person whose claims name none', async () => {
    const by = browser();
    provider.nameless.add('noa');
    await signIn(by, 'noa');
    const nameOf = async (): Promise<unknown> =>
      (
        await api.work.database.query(
          { name: 'test_name', text: `select name from assay.people where subject = 'noa'` },
          [],
        )
      )[0];
    const before = await nameOf();
    await age('claims_checked_at', '6 minutes');
    await me(by);
    expect(before).toMatchObject({ name: expect.any(String) });
    expect(await nameOf()).toEqual(before);
  });

  it.each([401, 403])('ends within minutes where the user info endpoint answers %i', async (status) => {
    const by = browser();
    await signIn(by, 'kate');
    provider.userInfoFails = status;
    await age('claims_checked_at', '6 minutes');
    const refused = await me(by);
    provider.userInfoFails = null;
    expect([refused.status, (await me(by)).status]).toEqual([401, 401]);
  });

  it('continues after a refresh that failed half-way', async () => {
    const by = browser();
    await signIn(by, 'iris');
    provider.userInfoFails = 503;
    await age('claims_checked_at', '6 minutes');
    expect((await me(by)).body.roles).toMatchObject([{ role: 'asker' }]);
    provider.userInfoFails = null;
    provider.roles.set('iris', ['admin']);
    await age('claims_checked_at', '6 minutes');
    expect((await me(by)).body.roles).toMatchObject([{ role: 'admin' }]);
  });

  it('sends the secret as Basic credentials, form-encoded, where the provider takes only these', async () => {
    const client = { id: 'assay: the client', secret: 'secret+%:/ "&', method: 'client_secret_basic' };
    const basic = await TestProvider.start(PAGE, () => api.service.url, client);
    const other = await ApiFixture.start({
      ASSAY_OIDC_ISSUER: basic.url,
      ASSAY_OIDC_CLIENT_ID: client.id,
      ASSAY_OIDC_CLIENT_SECRET: client.secret,
      ASSAY_PUBLIC_URL: PAGE,
    });
    const by = new TestBrowser({ from: PAGE, to: other.service.url });
    await signIn(by, 'ann');
    expect((await me(by)).body.person?.subject).toBe('ann');
    await other.stop();
    await basic.stop();
  });

  it('fails with a wrong secret, and the log says so', async () => {
    const other = await ApiFixture.start({
      ASSAY_OIDC_ISSUER: provider.url,
      ASSAY_OIDC_CLIENT_ID: CLIENT_ID,
      ASSAY_OIDC_CLIENT_SECRET: 'another secret',
      ASSAY_PUBLIC_URL: PAGE,
    });
    const warn = jest.spyOn(other.service.app.get<Logger>(LOGGER), 'warn');
    const by = new TestBrowser({ from: PAGE, to: other.service.url });
    expect((await signIn(by, 'ann')).url).toBe(`${PAGE}/?signIn=failed`);
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({ reason: expect.stringMatching(/^invalid_client/) }),
      'a sign-in failed',
    );
    await other.stop();
  });

  it('is not offered without an address of the page', async () => {
    const keys = await ApiFixture.start({ ASSAY_API_KEYS: 'a-key-of-this-test' });
    expect((await keys.call('GET /auth/options')).body).toEqual({ signIn: false });
    for (const route of ['GET /auth/sign-in', 'GET /auth/callback?code=x', 'POST /auth/sign-out']) {
      expect((await keys.call(route)).status).toBe(404);
    }
    await keys.stop();
  });
});
