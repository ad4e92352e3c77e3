import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT_ID = 'assay';
export const CLIENT_SECRET = 'the-secret-of-the-client';
const KEY_ID = 'of-the-tests';

/** A real provider. Anyone signs in with any password; `roles` says who has which roles. */
export class TestProvider {
  readonly roles = new Map<string, string[]>();
  /** The status that the user info endpoint answers. */
  userInfoFails: number | null = null;
  /** What the token endpoint answers. */
  tokenFails: { status: number; headers?: Record<string, string>; error: string } | null = null;
  /** Who has left. */
  readonly removed = new Set<string>();
  /** Without the claim `name`. */
  readonly nameless = new Set<string>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
    private readonly key: KeyObject,
  ) {}

  /** @param apiUrl Assay's address for the provider, known once it is needed */
  static async start(
    publicUrl: string,
    apiUrl: () => string = () => publicUrl,
    client = { id: CLIENT_ID, secret: CLIENT_SECRET, method: 'client_secret_post' },
  ): Promise<TestProvider> {
    // few of the suites that load this library need it
    const { default: Provider } = await import('oidc-provider');
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const test = new TestProvider(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key);
    const logout = '/auth/back-channel-logout';
    const provider = new Provider(test.url, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          token_endpoint_auth_method: client.method,
          grant_types: ['authorization_code', 'refresh_token'],
          redirect_uris: [`${publicUrl}/auth/callback`],
          post_logout_redirect_uris: [`${publicUrl}/`],
          backchannel_logout_uri: `${publicUrl}${logout}`,
          backchannel_logout_session_required: true,
        },
      ],
      clientAuthMethods: [client.method],
      claims: { openid: ['sub', 'sid'], profile: ['name', 'roles'], email: [] },
      jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig' }] },
      cookies: { keys: ['for the tests'] },
      features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
      fetch: (url: URL | string, options: RequestInit) =>
        String(url) === `${publicUrl}${logout}` ? fetch(`${apiUrl()}${logout}`, options) : fetch(url, options),
      findAccount: (_context: unknown, accountId: string) =>
        test.removed.has(accountId)
          ? undefined
          : {
              accountId,
              claims: () => ({
                sub: accountId,
                ...(test.nameless.has(accountId) ? {} : { name: `Name of ${accountId}` }),
                roles: test.roles.get(accountId) ?? ['asker'],
              }),
            },
      issueRefreshToken: () => true,
      rotateRefreshToken: () => true,
      pkce: { required: () => true },
      ttl: { AccessToken: 60, Grant: 3600, IdToken: 3600, Interaction: 600, RefreshToken: 3600, Session: 3600 },
    });
    const serve = provider.callback();
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (test.tokenFails !== null && request.url === '/token') {
        const { status, headers, error } = test.tokenFails;
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        return response.end(JSON.stringify({ error }));
      }
      if (test.userInfoFails === null || request.url !== '/me') return serve(request, response);
      response.writeHead(test.userInfoFails).end();
    });
    return test;
  }

  /** A bearer token, as a program of the person has it. */
  tokenOf(subject: string, more: object = {}): string {
    const now = Math.floor(Date.now() / 1000);
    const roles = this.roles.get(subject) ?? ['asker'];
    const claims = { iss: this.url, aud: CLIENT_ID, sub: subject, iat: now, exp: now + 3600, roles, ...more };
    const text = [{ alg: 'RS256', kid: KEY_ID }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${text}.${createSign('sha256').update(text).sign(this.key, 'base64url')}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}
