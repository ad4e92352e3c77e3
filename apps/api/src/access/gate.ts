import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { RequestProblem, type Id } from '@assay/contracts';
import { ApiKeyEntity } from '@assay/persistence/entities';
import { unrestricted, type Caller } from '@assay/requests';
import { InjectConfig, networkOf, type Config } from '@assay/runtime';
import { LRUCache } from 'lru-cache';
import { IsNull, Repository } from 'typeorm';
import { KEY_TTL_MS } from '../api.config.js';
import { RateLimits } from './rate-limits.js';
import { hashOfKey } from './hash-of-key.js';
import { KEY_FORM } from './key-form.js';

const NOTE_USE_MS = 60_000;

/** Authenticates requests: admin keys of the environment, keys of the database, or everyone if no key is configured. */
@Injectable()
export class Gate {
  private readonly admins: ReadonlyMap<string, Caller>;
  private readonly known = new LRUCache<string, Caller>({ max: 10_000, ttl: KEY_TTL_MS });
  private readonly noted = new LRUCache<Id, true>({ max: 10_000, ttl: NOTE_USE_MS });

  constructor(
    @InjectRepository(ApiKeyEntity) private readonly keys: Repository<ApiKeyEntity>,
    @InjectConfig() { http }: Config,
    private readonly limits: RateLimits,
  ) {
    this.admins = new Map(http.apiKeys.map((key, index) => adminOf(hashOfKey(key), index)));
  }

  /** No key is configured: only loopback is served. */
  get isOpen(): boolean {
    return this.admins.size === 0;
  }

  /**
   * The caller of an `Authorization` header. A wrong key is rejected even if none is required. Wrong keys are counted
   * per address, but never block a valid key.
   * @throws RequestProblem 401; 429 `RATE_LIMITED`
   */
  async admit(authorization: string | undefined, address: string): Promise<Caller> {
    if (authorization === undefined && this.isOpen) return { ...ANYBODY, address };
    const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    const caller = key === undefined ? null : await this.callerOf(key);
    if (caller) return { ...caller, address };
    if (key !== undefined) this.limits.take(networkOf(address), 'failedKeys');
    throw new RequestProblem(401, 'UNAUTHORIZED', 'A valid API key is needed: send Authorization: Bearer <key>.');
  }

  forget(id: Id): void {
    for (const [hash, caller] of this.known.entries()) if (caller.owner === id) this.known.delete(hash);
  }

  private async callerOf(key: string): Promise<Caller | null> {
    const hash = hashOfKey(key);
    const remembered = this.admins.get(hash) ?? this.known.get(hash);
    if (remembered) return remembered;
    if (!KEY_FORM.test(key)) return null;
    const found = await this.keys.findOneBy({ hash, revokedAt: IsNull() });
    if (!found) return null;
    const { id, name, role, workspaces, mayCurate } = found;
    const admin = role === 'admin';
    const caller: Caller = { owner: id, name, admin, mayCurate, workspaces: admin ? null : workspaces };
    this.known.set(hash, caller);
    this.noteUse(id);
    return caller;
  }

  private noteUse(id: Id): void {
    if (this.noted.has(id)) return;
    this.noted.set(id, true);
    // Informational: requests neither wait nor fail.
    void this.keys.update(id, { lastUsedAt: () => 'now()' }).catch(() => undefined);
  }
}

/** Environment keys are named by position. */
function adminOf(hash: string, index: number): [hash: string, caller: Caller] {
  return [hash, { ...unrestricted(`admin-${hash.slice(0, 16)}`), name: `ASSAY_API_KEYS ${index + 1}` }];
}

const ANYBODY = unrestricted('anybody');
