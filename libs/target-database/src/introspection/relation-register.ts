import type { DatabaseCatalog } from '@assay/sql';
import type { Relation } from '../driver.js';
import type { RelationRefusal } from '../target-database.js';
import { RELATIONS_FRESH_MS } from './limits.js';
import { displayName, mayMean, parseRelationName } from './relation-name.js';
import { findUnsafeRelations, type Guard, type UnsafeReason, type Verdict } from './unsafe-relations.js';

/** How often an unknown name may ask for the list again, in milliseconds. */
const UNKNOWN_NAME_MS = 5000;

/** What the register reads from the database. */
export interface RegisterContent {
  relations: Relation[];
  /** What decides what names mean. */
  catalog: DatabaseCatalog | null;
}

export interface RegisterOptions {
  /** Judges the definition of a view, told what the database holds. */
  guard: Guard;
  /** Whether a view without a definition is merely stored (and safe) rather than hidden. */
  definitionsPublic: boolean;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}

interface Snapshot extends RegisterContent {
  names: Set<string>;
  unsafe: Map<Relation, UnsafeReason>;
  takenAt: number;
}

/** What a workspace's database holds, by name, and which of it is unsafe; read again when it may have changed. */
export class RelationRegister {
  private readonly read: (signal: AbortSignal) => Promise<RegisterContent>;
  private readonly options: RegisterOptions;
  private readonly now: () => number;
  private verdicts = new Map<string, Verdict>();
  private snapshot: Snapshot | null = null;
  private loading: Promise<Snapshot> | null = null;

  constructor(read: (signal: AbortSignal) => Promise<RegisterContent>, options: RegisterOptions) {
    this.read = read;
    this.options = options;
    this.now = options.now ?? (() => performance.now());
  }

  /** The first of these tables that may not be read. */
  async refusal(tables: string[], signal: AbortSignal): Promise<RelationRefusal | null> {
    if (tables.length === 0) return null;
    const names = tables.map(parseRelationName);
    const lowered = names.map((name) => name.name.toLowerCase());
    const { unsafe } = await this.current(lowered, signal);
    if (unsafe.size === 0) return null;
    const found = [...unsafe].find(([relation]) => names.some((name) => mayMean(name, relation)));
    if (!found) return null;
    const [relation, { rule, message }] = found;
    return { relation: displayName(relation), rule, message };
  }

  /** The relation of this name: exactly so written first, in another letter case otherwise. */
  async find(written: string, signal: AbortSignal): Promise<Relation | null> {
    const name = parseRelationName(written);
    const { relations } = await this.current([name.name.toLowerCase()], signal);
    const meant = relations.filter((relation) => mayMean(name, relation));
    return meant.find((relation) => relation.name === name.name) ?? meant[0] ?? null;
  }

  /** What decides what names mean; with `fresh` as it is now. */
  async catalog(
    signal: AbortSignal,
    { fresh }: { fresh: boolean } = { fresh: false },
  ): Promise<DatabaseCatalog | null> {
    return (fresh ? await this.load(signal) : await this.current([], signal)).catalog;
  }

  /** Every unsafe relation, refreshed. */
  async unsafe(signal: AbortSignal): Promise<Map<Relation, UnsafeReason>> {
    return (await this.load(signal)).unsafe;
  }

  private async current(names: string[], signal: AbortSignal): Promise<Snapshot> {
    const snapshot = this.snapshot;
    if (!snapshot) return this.load(signal);
    const age = this.now() - snapshot.takenAt;
    const unknown = names.some((name) => !snapshot.names.has(name));
    return age > (unknown ? UNKNOWN_NAME_MS : RELATIONS_FRESH_MS) ? this.load(signal) : snapshot;
  }

  /** One reading at a time serves everyone who asks meanwhile; if its asker goes away, the others read again. */
  private async load(signal: AbortSignal): Promise<Snapshot> {
    if (this.loading) {
      const shared = await this.loading.catch(() => null);
      signal.throwIfAborted();
      if (shared) return shared;
    }
    const loading = this.take(signal);
    this.loading = loading;
    try {
      return await loading;
    } finally {
      if (this.loading === loading) this.loading = null;
    }
  }

  private async take(signal: AbortSignal): Promise<Snapshot> {
    const takenAt = this.now();
    const content = await this.read(signal);
    const known = this.sameCatalog(content) ? this.verdicts : new Map<string, Verdict>();
    const judged = new Map<string, Verdict>();
    const guard: Guard = async (sql, catalog) => {
      const verdict = known.get(sql) ?? (await this.options.guard(sql, catalog));
      judged.set(sql, verdict);
      return verdict;
    };
    const unsafe = await findUnsafeRelations(content, guard, this.options.definitionsPublic);
    this.verdicts = judged;
    const names = new Set(content.relations.map((relation) => relation.name.toLowerCase()));
    this.snapshot = { ...content, names, unsafe, takenAt };
    return this.snapshot;
  }

  private sameCatalog(content: RegisterContent): boolean {
    return JSON.stringify(this.snapshot?.catalog) === JSON.stringify(content.catalog);
  }
}
