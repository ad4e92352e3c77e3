import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { RequestProblem } from '@assay/contracts';
import { personId } from '@assay/persistence';
import {
  decryptSecret,
  encryptSecret,
  InjectLogger,
  SECRET_KEYS,
  type Logger,
  type OidcConfig,
  type SecretKeys,
} from '@assay/runtime';
import type { Request, Response } from 'express';
import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { IdentityProvider } from '../access/identity-provider.js';
import { callerOfPerson } from '../people/caller-of-claims.js';
import { People } from '../people/people.js';
import { claimsOfTokens } from './claims-of-tokens.js';
import { clearCookie, cookieOf, setCookie, SIGN_IN_COOKIE } from './cookies.js';
import { requireOwnPage, Sessions } from './sessions.js';

/** From the redirect to the provider until its answer. */
const SIGN_IN_MS = 10 * 60_000;
/** Greatest age of a logout token, including clock skew. */
const LOGOUT_SECONDS = 180;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const LOGOUT_TYPES: ReadonlySet<string> = new Set(['jwt', 'logout+jwt', 'application/logout+jwt']);
const FAILED = '/?signIn=failed';

/** A sign-in under way, kept encrypted in the browser that began it. */
interface Pending {
  state: string;
  nonce: string;
  verifier: string;
  to: string;
  until: number;
}

type BrowserConfig = OidcConfig & { publicUrl: string };

/** Authorization code flow with PKCE. */
@Injectable()
export class SignIn {
  constructor(
    private readonly provider: IdentityProvider,
    private readonly sessions: Sessions,
    private readonly people: People,
    @Inject(SECRET_KEYS) private readonly keys: SecretKeys,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  get isOffered(): boolean {
    return (this.provider.settings?.publicUrl ?? null) !== null;
  }

  /** The provider's address for a new sign-in. */
  async begin(to: unknown, response: Response): Promise<string> {
    const settings = this.required();
    const client = await this.provider.client();
    const pending: Pending = {
      state: randomState(),
      nonce: randomNonce(),
      verifier: randomPKCECodeVerifier(),
      to: ownAddress(to, settings.publicUrl),
      until: Date.now() + SIGN_IN_MS,
    };
    const sealed = encryptSecret(JSON.stringify(pending), this.keys, SIGN_IN_COOKIE);
    setCookie(response, SIGN_IN_COOKIE, sealed, SIGN_IN_MS);
    return buildAuthorizationUrl(client, {
      redirect_uri: callbackOf(settings),
      scope: settings.scopes,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
    }).href;
  }

  /** The address to go on to: signed in, or with `signIn=failed`. */
  async finish(request: Request, response: Response): Promise<string> {
    const settings = this.required();
    const pending = await this.pendingOf(request);
    clearCookie(response, SIGN_IN_COOKIE);
    if (pending === null) return FAILED;
    try {
      const client = await this.provider.client();
      const answer = new URL(callbackOf(settings));
      answer.search = new URL(request.originalUrl, settings.publicUrl).search;
      const tokens = await authorizationCodeGrant(client, answer, {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.verifier,
        idTokenExpected: true,
      });
      const subject = tokens.claims()?.sub ?? '';
      const claims = await claimsOfTokens(client, tokens, subject, settings);
      if (claims === null) return FAILED;
      const id = personId(settings.issuer, subject);
      // Another process may have erased the person.
      this.people.evict(id);
      await this.people.note(callerOfPerson(id, subject, claims, settings), claims, settings.issuer);
      await this.sessions.begin(request, response, id, tokens, claims);
      return pending.to;
    } catch (err) {
      this.logger.warn({ err, reason: reasonOf(err) }, 'a sign-in failed');
      return FAILED;
    }
  }

  /** Ends all sessions of the person; returns where the browser goes on to. */
  async end(request: Request, response: Response): Promise<string> {
    const settings = this.required();
    requireOwnPage(request, settings.publicUrl);
    await this.sessions.endAll(request, response);
    const client = await this.provider.client().catch(() => null);
    if (client === null || client.serverMetadata().end_session_endpoint === undefined) return '/';
    // without `id_token_hint`: addresses are logged, and ID tokens are accepted as bearer tokens
    return buildEndSessionUrl(client, { post_logout_redirect_uri: new URL('/', settings.publicUrl).href }).href;
  }

  /** Back-channel logout. */
  async endFor(logoutToken: string): Promise<void> {
    const { issuer, clientId } = this.required();
    const { payload, type } = await this.provider
      .verify(logoutToken, { audience: clientId, requiredClaims: ['iat', 'events'], maxTokenAge: LOGOUT_SECONDS })
      .catch((error: unknown) => {
        throw error instanceof RequestProblem ? invalidLogout(error.message) : error;
      });
    const { sub, sid, events, nonce } = payload as Record<string, unknown>;
    const isLogout =
      LOGOUT_TYPES.has(type) && Object.hasOwn(Object(events) as object, LOGOUT_EVENT) && nonce === undefined;
    if (!isLogout || (typeof sub !== 'string' && typeof sid !== 'string')) throw invalidLogout('it is not a token.');
    await this.sessions.endFor({
      sid: typeof sid === 'string' ? sid : null,
      person: typeof sub === 'string' ? personId(issuer, sub) : null,
    });
  }

  private required(): BrowserConfig {
    const { settings } = this.provider;
    const publicUrl = settings?.publicUrl ?? null;
    if (settings === null || publicUrl === null) throw new NotFoundException();
    return { ...settings, publicUrl };
  }

  private async pendingOf(request: Request): Promise<Pending | null> {
    const sealed = cookieOf(request, SIGN_IN_COOKIE);
    if (sealed === undefined) return null;
    try {
      const text = decryptSecret(sealed, this.keys, SIGN_IN_COOKIE);
      const pending = JSON.parse(text) as Pending;
      return pending.until > Date.now() ? pending : null;
    } catch {
      return null;
    }
  }
}

/** The provider's error, such as `invalid_client`. */
function reasonOf(err: unknown): string | undefined {
  // the answer to a client that failed to authenticate with Basic
  if (err instanceof WWWAuthenticateChallengeError) return `HTTP ${err.status}`;
  if (!(err instanceof ResponseBodyError || err instanceof AuthorizationResponseError)) return undefined;
  return err.error_description === undefined ? err.error : `${err.error}: ${err.error_description}`;
}

function callbackOf({ publicUrl }: BrowserConfig): string {
  return new URL('/auth/callback', publicUrl).href;
}

/** Against open redirects: only addresses of our origin; else the start page. `//host` is another host. */
function ownAddress(to: unknown, publicUrl: string): string {
  const start = new URL('/', publicUrl);
  const url = typeof to === 'string' ? URL.parse(to, start.href) : null;
  return url?.origin === start.origin && url.username === '' && url.password === '' ? url.href : start.href;
}

function invalidLogout(why: string): RequestProblem {
  return new RequestProblem(400, 'LOGOUT_TOKEN_INVALID', `The logout token is not valid: ${why}`);
}
