import { RequestProblem, type Id } from '@assay/contracts';
import { unrestricted, type Caller } from '@assay/questions';
import type { Queryable } from '@assay/persistence';
import { LRUCache } from 'lru-cache';
import { KEY_TTL_MS } from '../api.config.js';
import { apiKeyUsed, findApiKey } from '../sql/find-api-key.js';
import { networkOf } from './network-of.js';
import type { RateLimits } from './rate-limits.js';
import { hashOfKey } from './hash-of-key.js';
import { KEY_FORM } from './key-form.js';

/** The use of a key is noted no more often than this, milliseconds. */
const NOTE_USE_MS = 60_000;

/** Who may come in: admin keys of the environment, keys of the table, and, where no key is configured, everybody. */
export class Gate {
  private readonly admins: ReadonlyMap<string, Caller>;
  private readonly known = new LRUCache<string, Caller>({ max: 10_000, ttl: KEY_TTL_MS });
  private readonly noted = new LRUCache<Id, true>({ max: 10_000, ttl: NOTE_USE_MS });

  constructor(
    private readonly database: Queryable,
    adminKeys: readonly string[],
    private readonly limits: Pick<RateLimits, 'take'>,
  ) {
    this.admins = new Map(adminKeys.map((key, index) => adminOf(hashOfKey(key), index)));
  }

  /** Whether requests without a key are let in; then only loopback is served. */
  get isOpen(): boolean {
    return this.admins.size === 0;
  }

  /**
   * Who sends this header. A key that is shown has to be a good one, even where none is asked for. Wrong keys are
   * counted by the address they come from; a good key is admitted however many wrong ones came from beside it.
   * @throws RequestProblem 401; 429 `RATE_LIMITED` for one more wrong key than an address may try
   */
  async admit(authorization: string | undefined, address: string): Promise<Caller> {
    if (authorization === undefined && this.isOpen) return { ...ANYBODY, address };
    const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    const caller = key === undefined ? null : await this.callerOf(key);
    if (caller) return { ...caller, address };
    if (key !== undefined) this.limits.take(networkOf(address), 'failedKeys');
    throw new RequestProblem(401, 'UNAUTHORIZED', 'A valid API key is needed: send Authorization: Bearer <key>.');
  }

  /** Forgets a revoked key. */
  forget(id: Id): void {
    for (const [hash, caller] of this.known.entries()) if (caller.owner === id) this.known.delete(hash);
  }

  private async callerOf(key: string): Promise<Caller | null> {
    const hash = hashOfKey(key);
    const remembered = this.admins.get(hash) ?? this.known.get(hash);
    if (remembered) return remembered;
    if (!KEY_FORM.test(key)) return null;
    const found = await findApiKey(this.database, hash);
    if (!found) return null;
    const { id, name, admin, workspaces, mayCurate } = found;
    const caller: Caller = { owner: id, name, admin, mayCurate, workspaces: admin ? null : workspaces };
    this.known.set(hash, caller);
    this.noteUse(id);
    return caller;
  }

  private noteUse(id: Id): void {
    if (this.noted.has(id)) return;
    this.noted.set(id, true);
    // for people who look after keys; a request does not wait for it, nor fail by it
    void apiKeyUsed(this.database, id).catch(() => undefined);
  }
}

/** Keys of the environment have no name of their own but their place in the list. */
function adminOf(hash: string, index: number): [hash: string, caller: Caller] {
  return [hash, { ...unrestricted(`admin-${hash.slice(0, 16)}`), name: `ASSAY_API_KEYS ${index + 1}` }];
}

const ANYBODY = unrestricted('anybody');
