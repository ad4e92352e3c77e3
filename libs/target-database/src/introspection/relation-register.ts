import type { DatabaseAnswers } from '@assay/contracts';
import type { DatabaseCatalog } from '@assay/sql';
import type { Relation } from './relation.js';
import type { RelationRefusal } from '../target-database.js';
import { isName } from './bounded-driver.js';
import { RELATIONS_FRESH_MS } from './limits.js';
import { displayName, mayMean, parseRelationName } from './relation-name.js';
import { findUnsafeRelations, type Guard, type UnsafeReason, type Verdict } from './unsafe-relations.js';

/** Minimum interval of reloads caused by unknown names, milliseconds. */
const UNKNOWN_NAME_MS = 5000;

export interface RegisterContent {
  relations: Relation[];
  catalog: DatabaseCatalog | null;
}

export interface RegisterOptions {
  guard: Guard;
  /** A view without definition is safe, not hidden. */
  definitionsPublic: boolean;
  /** Refuses relations whose rows are not those of the reader. */
  perPerson?: boolean;
  now?: () => number;
}

interface Snapshot extends RegisterContent {
  names: Set<string>;
  unsafe: Map<Relation, UnsafeReason>;
  takenAt: number;
}

export class RelationRegister {
  private readonly now: () => number;
  private verdicts = new Map<string, Verdict>();
  private snapshot: Snapshot | null = null;
  private loading: Promise<Snapshot> | null = null;

  constructor(
    private readonly read: (signal: AbortSignal) => Promise<RegisterContent>,
    private readonly options: RegisterOptions,
  ) {
    this.now = options.now ?? (() => performance.now());
  }

  /** First table that must not be read. */
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

  async find(written: string, signal: AbortSignal): Promise<Relation | null> {
    const name = parseRelationName(written);
    const { relations } = await this.current([name.name.toLowerCase()], signal);
    const meant = relations.filter((relation) => mayMean(name, relation));
    return meant.find((relation) => relation.name === name.name) ?? meant[0] ?? null;
  }

  /** Safe relations, read now. */
  async names(signal: AbortSignal): Promise<DatabaseAnswers['tables']['tables']> {
    const { relations, unsafe } = await this.load(signal);
    const shown = relations.filter((relation) => !unsafe.has(relation) && isName(relation.name));
    return shown.map(({ schema, name, columns = null }) => ({ schema, name, columns }));
  }

  async catalog(
    signal: AbortSignal,
    { fresh }: { fresh: boolean } = { fresh: false },
  ): Promise<DatabaseCatalog | null> {
    return (fresh ? await this.load(signal) : await this.current([], signal)).catalog;
  }

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

  /** Concurrent callers share one load; if its caller aborts, others reload. */
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
    const unsafe = await findUnsafeRelations(content, guard, this.options, this.now);
    this.verdicts = judged;
    const names = new Set(content.relations.map((relation) => relation.name.toLowerCase()));
    this.snapshot = { ...content, names, unsafe, takenAt };
    return this.snapshot;
  }

  private sameCatalog(content: RegisterContent): boolean {
    return JSON.stringify(this.snapshot?.catalog) === JSON.stringify(content.catalog);
  }
}
