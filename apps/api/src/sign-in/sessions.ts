import { Inject, Injectable } from '@nestjs/common';
import { newId, RequestProblem, type Id } from '@assay/contracts';
import type { Caller } from '@assay/contracts/requests';
import {
  decryptSecret,
  encryptSecret,
  InjectConfig,
  SECRET_KEYS,
  type Config,
  type OidcConfig,
  type SecretKeys,
} from '@assay/runtime';
import { TaskRuntime } from '@assay/work';
import type { Request, Response } from 'express';
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { refreshTokenGrant, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { hashOfKey } from '../access/hash-of-key.js';
import { IdentityProvider } from '../access/identity-provider.js';
import { addressOf } from '../http/address-of.js';
import { callerOfPerson, type PersonClaims } from '../people/caller-of-claims.js';
import { People } from '../people/people.js';
import { claimsOfTokens, type TokenSet } from './claims-of-tokens.js';
import { clearCookie, cookieOf, SESSION_COOKIE, setCookie } from './cookies.js';
import * as rows from './session-rows.js';

const HOUR_MS = 3_600_000;
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

const REFUSALS: ReadonlySet<number> = new Set([401, 403]);

/** Stored encrypted. */
interface KeptTokens {
  refreshToken: string | null;
}

interface SignedIn {
  session: Id;
  caller: Caller;
}

/** Sessions of the page: a cookie with a random secret, of which the database knows the hash. */
@Injectable()
export class Sessions {
  constructor(
    private readonly work: TaskRuntime,
    private readonly provider: IdentityProvider,
    private readonly people: People,
    @InjectConfig() private readonly config: Config,
    @Inject(SECRET_KEYS) private readonly keys: SecretKeys,
  ) {}

  /** Always under a new secret; the browser's former one ends. */
  async begin(request: Request, response: Response, person: Id, tokens: TokenSet, claims: PersonClaims): Promise<void> {
    const former = cookieOf(request, SESSION_COOKIE);
    const ended = former === undefined ? null : await this.find(former);
    if (ended) await rows.endSession(this.work.database, ended.id);
    const secret = newSecret();
    const sid = tokens.claims()?.['sid'];
    await rows.eraseOldSessions(this.work.database, this.times.hours);
    await rows.insertSession(this.work.database, {
      id: newId(),
      person,
      secretHash: hashOfKey(secret),
      claims,
      providerSession: typeof sid === 'string' ? sid : null,
      tokens: await this.seal({ refreshToken: tokens.refresh_token ?? null }),
    });
    this.giveCookie(response, secret);
  }

  /**
   * The session of a request from our own page; null without one.
   * @param options.mayNavigate also accepts a navigation from elsewhere, as after a sign-in
   */
  async signedIn(request: Request, response: Response, { mayNavigate = false } = {}): Promise<SignedIn | null> {
    const { settings } = this.provider;
    const secret = cookieOf(request, SESSION_COOKIE);
    if (settings === null || settings.publicUrl === null || secret === undefined) return null;
    const found = await this.find(secret);
    if (!found) return null;
    if (!(mayNavigate && isNavigation(request))) requireOwnPage(request, settings.publicUrl);
    const expected = request.header('x-assay-person');
    if (expected !== undefined && expected !== encodeURIComponent(found.subject)) throw otherPerson();
    const claims = await this.currentClaims(found);
    if (claims === null) return null;
    if (found.rotates) await this.rotate(found.id, secret, response);
    const caller = callerOfPerson(found.person, found.subject, claims, settings);
    return { session: found.id, caller: { ...caller, address: addressOf(request) } };
  }

  /** Whether it lives and gives the same roles, also by the provider. */
  async isUnchanged({ session, caller }: SignedIn): Promise<boolean> {
    const found = await rows.liveSession(this.work.database, session, this.times);
    const claims = found && (await this.currentClaims(found));
    if (claims === null || found === null) return false;
    const { grants } = callerOfPerson(found.person, found.subject, claims, this.provider.settings as OidcConfig);
    return isDeepStrictEqual(grants, caller.grants);
  }

  async endAll(request: Request, response: Response): Promise<void> {
    const found = await this.find(cookieOf(request, SESSION_COOKIE) ?? '');
    clearCookie(response, SESSION_COOKIE);
    if (found) await rows.endSessionsOfPerson(this.work.database, found.person);
  }

  /** Back-channel logout: ends one session of the provider, or all of a person. */
  async endFor({ sid, person }: { sid: string | null; person: Id | null }): Promise<void> {
    if (sid !== null) await rows.endProviderSession(this.work.database, sid);
    else if (person !== null) await rows.endSessionsOfPerson(this.work.database, person);
  }

  private get times(): rows.SessionTimes {
    return this.config.http.sessions;
  }

  private find(secret: string): Promise<rows.SessionRow | null> {
    return rows.useSession(this.work.database, hashOfKey(secret), this.times);
  }

  /** The provider's current claims, or the known ones while it is unreachable. If it refuses: null, the session ends. */
  private async currentClaims({
    id,
    person,
    subject,
    claims,
    tokens,
    outdated,
  }: Omit<rows.SessionRow, 'rotates'>): Promise<PersonClaims | null> {
    if (!outdated || !(await rows.claimCheck(this.work.database, id))) return claims;
    const { refreshToken } = await this.open(tokens);
    if (refreshToken === null) return claims;
    const client = await this.provider.client().catch(() => null);
    if (client === null) return claims;
    try {
      const fresh = await refreshTokenGrant(client, refreshToken);
      // first: the provider may accept the former one no longer
      const kept = await this.seal({ refreshToken: fresh.refresh_token ?? refreshToken });
      await rows.updateTokens(this.work.database, id, kept);
      const current = (await claimsOfTokens(client, fresh, subject, this.provider.settings as OidcConfig)) ?? claims;
      await rows.updateClaims(this.work.database, id, current);
      this.people.evict(person);
      return current;
    } catch (error) {
      if (!isRefusal(error, client.serverMetadata().userinfo_endpoint)) return claims;
      await rows.endRefusedSession(this.work.database, id, this.times);
      return null;
    }
  }

  private async rotate(session: Id, secret: string, response: Response): Promise<void> {
    const next = newSecret();
    if (await rows.rotateSession(this.work.database, session, hashOfKey(secret), hashOfKey(next))) {
      this.giveCookie(response, next);
    }
  }

  private giveCookie(response: Response, secret: string): void {
    setCookie(response, SESSION_COOKIE, secret, this.times.hours * HOUR_MS);
  }

  private async seal(tokens: KeptTokens): Promise<string> {
    return encryptSecret(JSON.stringify(tokens), this.keys, 'session');
  }

  private async open(sealed: string): Promise<KeptTokens> {
    return JSON.parse(decryptSecret(sealed, this.keys, 'session')) as KeptTokens;
  }
}

/** Of the person: by the token endpoint with `invalid_grant`, or by the user info endpoint with 401 or 403. */
function isRefusal(error: unknown, userInfo: string | undefined): boolean {
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant';
  const answer = error instanceof WWWAuthenticateChallengeError ? error.response : (error as Error).cause;
  if (!(answer instanceof Response) || userInfo === undefined) return false;
  return REFUSALS.has(answer.status) && answer.url === new URL(userInfo).href;
}

function isNavigation({ method, headers }: Request): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Only the page itself uses its session. Browsers send `Origin` with every write, and `Sec-Fetch-Site` with reads. */
export function requireOwnPage({ method, headers }: Request, publicUrl: string): void {
  const site = headers['sec-fetch-site'];
  const isForeignRead = site !== undefined && site !== 'same-origin' && site !== 'none';
  const isForeignWrite = !READING.has(method) && headers.origin !== new URL(publicUrl).origin;
  if (!isForeignRead && !isForeignWrite) return;
  throw new RequestProblem(403, 'ORIGIN_NOT_SERVED', 'Pages of other origins may not use the session.');
}

/** 403: another tab has signed another person in. */
export function otherPerson(): RequestProblem {
  return new RequestProblem(403, 'OTHER_PERSON', 'Another person has signed in in this browser. Load the page again.');
}
