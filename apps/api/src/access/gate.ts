import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { isId, RequestProblem, type Id } from '@assay/contracts';
import { personId } from '@assay/persistence';
import { ApiKeyEntity } from '@assay/persistence/entities';
import { actingFor, SUBJECT_FORM, unrestricted, type Caller } from '@assay/contracts/requests';
import { InjectConfig, networkOf, type Config, type OidcConfig } from '@assay/runtime';
import { LRUCache } from 'lru-cache';
import { IsNull, Repository } from 'typeorm';
import { KEY_TTL_MS } from '../api.config.js';
import { callerOfPerson, personClaims } from '../people/caller-of-claims.js';
import { People } from '../people/people.js';
import { IdentityProvider } from './identity-provider.js';
import { RateLimits } from './rate-limits.js';
import { hashOfKey } from './hash-of-key.js';
import { KEY_FORM } from './key-form.js';

/** Begins the owner of keys of the configuration; others are ids. */
const ADMIN = 'admin-';
const NOTE_USE_MS = 60_000;

/** A JSON Web Token: header, payload, signature. */
const JWT_FORM = /^[\w-]+\.[\w-]*\.[\w-]*$/;

export interface Credentials {
  authorization?: string | undefined;
  /** `X-Assay-Person`: whom a key acts for. */
  person?: string | undefined;
}

/** Authenticates requests by key or by token of the identity provider; without either, only from loopback. */
@Injectable()
export class Gate {
  private readonly admins: ReadonlyMap<string, Caller>;
  private readonly known = new LRUCache<string, Caller>({ max: 10_000, ttl: KEY_TTL_MS });
  private readonly noted = new LRUCache<Id, true>({ max: 10_000, ttl: NOTE_USE_MS });

  constructor(
    @InjectRepository(ApiKeyEntity) private readonly keys: Repository<ApiKeyEntity>,
    @InjectConfig() { http }: Config,
    private readonly limits: RateLimits,
    private readonly provider: IdentityProvider,
    private readonly people: People,
  ) {
    this.admins = new Map(http.apiKeys.map((key, index) => adminOf(hashOfKey(key), index)));
  }

  /** Neither key nor provider is configured: only loopback is served. */
  get isOpen(): boolean {
    return this.admins.size === 0 && this.provider.settings === null;
  }

  /**
   * Wrong credentials are rejected and counted per network, even if none are required; valid ones are never blocked.
   * @param options.notes writes the person
   */
  async admit(credentials: Credentials, address: string, { notes = true } = {}): Promise<Caller> {
    const { authorization, person } = credentials;
    if (authorization === undefined && this.isOpen) return this.actFor({ ...UNRESTRICTED, address }, person, notes);
    const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    const caller = token === undefined ? null : await this.callerOf(token, address, notes);
    if (caller) return this.actFor({ ...caller, address }, person, notes);
    throw new RequestProblem(401, 'UNAUTHORIZED', 'A valid API key is needed: send Authorization: Bearer <key>.');
  }

  /** As `admit`, without writing: an erased person is not admitted. */
  async admits(credentials: Credentials, address: string): Promise<boolean> {
    return this.admit(credentials, address, { notes: false }).then(
      async ({ person }) => !person || (await this.people.find(person.id)) !== null,
      (error: unknown) => {
        if (error instanceof RequestProblem) return false;
        throw error;
      },
    );
  }

  /** With the rights that they have now, people those of their last sign-in or token; null: gone. */
  async callerNow({ owner, via }: Pick<Caller, 'owner' | 'via'>): Promise<Caller | null> {
    if (via) {
      const [key, person] = await Promise.all([this.callerNow({ owner: via }), this.people.find(owner)]);
      return key?.mayActFor === true && person !== null ? actingFor(key, { ...person, groups: [] }) : null;
    }
    if (owner === UNRESTRICTED.owner) return this.isOpen ? UNRESTRICTED : null;
    if (owner.startsWith(ADMIN)) return [...this.admins.values()].find((admin) => admin.owner === owner) ?? null;
    if (isId(owner)) {
      const key = await this.keys.findOneBy({ id: owner, revokedAt: IsNull() });
      return key && callerOfRow(key);
    }
    const { settings } = this.provider;
    const person = await this.people.find(owner);
    return person && settings?.issuer === person.issuer
      ? callerOfPerson(owner, person.subject, person, settings)
      : null;
  }

  evict(id: Id): void {
    for (const [hash, caller] of this.known.entries()) if (caller.owner === id) this.known.delete(hash);
  }

  /** An attempt that fails is counted for its network. */
  private async callerOf(token: string, address: string, notes: boolean): Promise<Caller | null> {
    try {
      const isKey = this.provider.settings === null || !JWT_FORM.test(token) || this.admins.has(hashOfKey(token));
      const caller = await (isKey ? this.callerOfKey(token) : this.callerOfToken(token, notes));
      if (caller) return caller;
    } catch (error) {
      if (!(error instanceof RequestProblem)) throw error;
      this.limits.take(networkOf(address), 'failedKeys');
      throw error;
    }
    this.limits.take(networkOf(address), 'failedKeys');
    return null;
  }

  private async callerOfToken(token: string, notes: boolean): Promise<Caller> {
    const settings = this.provider.settings as OidcConfig;
    const verified = await this.provider.verifyBearer(token);
    const claims = personClaims(verified, settings);
    const { sub } = verified;
    const caller = callerOfPerson(personId(settings.issuer, sub), sub, claims, settings);
    if (notes) await this.people.note(caller, claims, settings.issuer);
    return caller;
  }

  private async actFor(caller: Caller, subject: string | undefined, notes: boolean): Promise<Caller> {
    if (subject === undefined || (caller.person && subject === encodeURIComponent(caller.person.subject)))
      return caller;
    const named = caller.mayActFor === true ? decoded(subject) : null;
    if (named !== null) {
      const issuer = this.provider.settings?.issuer ?? '';
      const person = { id: personId(issuer, named), subject: named, groups: [] };
      return actingFor(caller, notes ? await this.people.named(issuer, named) : person);
    }
    throw new RequestProblem(403, 'MAY_NOT_ACT_FOR', 'The credentials may not act for the person of X-Assay-Person.');
  }

  private async callerOfKey(key: string): Promise<Caller | null> {
    const hash = hashOfKey(key);
    const remembered = this.admins.get(hash) ?? this.known.get(hash);
    if (remembered) return remembered;
    if (!KEY_FORM.test(key)) return null;
    const found = await this.keys.findOneBy({ hash, revokedAt: IsNull() });
    if (!found) return null;
    const caller = callerOfRow(found);
    this.known.set(hash, caller);
    this.noteUse(found.id);
    return caller;
  }

  private noteUse(id: Id): void {
    if (this.noted.has(id)) return;
    this.noted.set(id, true);
    // Informational: requests neither wait nor fail.
    void this.keys.update(id, { lastUsedAt: () => 'now()' }).catch(() => undefined);
  }
}

function callerOfRow({ id, name, workspaces, mayCurate, mayActFor, role: kind }: ApiKeyEntity): Caller {
  const role = kind === 'admin' ? 'admin' : mayCurate ? 'curating-key' : 'key';
  const grants = [{ role, workspaces: role === 'admin' ? null : workspaces }] as const;
  return { owner: id, name, mayActFor, mayCurate, grants };
}

function adminOf(hash: string, index: number): [hash: string, caller: Caller] {
  return [hash, { ...unrestricted(`${ADMIN}${hash.slice(0, 16)}`), name: `ASSAY_API_KEYS ${index + 1}` }];
}

const UNRESTRICTED = unrestricted('anybody');

/** Null unless it is a short text in percent-encoded UTF-8. */
function decoded(subject: string): string | null {
  try {
    const text = decodeURIComponent(subject);
    return SUBJECT_FORM.test(text) ? text : null;
  } catch {
    return null;
  }
}
