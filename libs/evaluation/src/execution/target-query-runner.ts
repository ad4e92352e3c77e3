import { takeProfile, type TakenProfile } from '@assay/behaviour';
import type { Cell, DatabaseSchema, StatementLimits } from '@assay/contracts';
import { canonicalSql, guardSql, guardView, type DatabaseCatalog } from '@assay/sql';
import {
  openTargetDatabase,
  parseTargetUrl,
  resolveTarget,
  StatementFailedError,
  judgeAndRun,
  type TargetDatabase,
} from '@assay/target-database';
import { LRUCache } from 'lru-cache';
import { dirname } from 'node:path';
import { EvaluationProblem } from '../evaluation-problem.js';
import type { EvaluatedDatabase } from './evaluated-database.js';
import type { QueryOutcome, QueryRunner } from './query-runner.js';

/** Truncated results equal nothing. */
const LIMITS: StatementLimits = { statementTimeoutMs: 60_000, maxRows: 200_000, maxBytes: 64_000_000 };
/** Paraphrases repeat SQL. */
const KEPT_OUTCOMES = 300;
const SESSIONS = 2;
const CONNECT_MS = 60_000;
/** Slow statements may be ahead. */
const ACQUIRE_MS = 600_000;

export interface DescribedDatabase extends TakenProfile {
  schema: DatabaseSchema;
}

/** The service's guard and drivers; equal SQL runs once. */
export class TargetQueryRunner implements QueryRunner {
  private readonly databases: ReadonlyMap<string, EvaluatedDatabase>;
  private readonly opened = new Map<string, Promise<TargetDatabase>>();
  private readonly described = new Map<string, Promise<DescribedDatabase>>();
  private readonly outcomes = new LRUCache<string, Promise<QueryOutcome>>({ max: KEPT_OUTCOMES });

  constructor(
    databases: readonly EvaluatedDatabase[],
    private readonly signal: AbortSignal,
  ) {
    this.databases = new Map(databases.map((database) => [database.id, database]));
  }

  async run(id: string, sql: string): Promise<QueryOutcome> {
    const database = this.databases.get(id);
    if (database === undefined) throw new EvaluationProblem(`the data set has no database ${id}`);
    const { hash } = await canonicalSql(sql, database.dialect);
    const key = `${id} ${hash}`;
    const known = this.outcomes.get(key);
    if (known !== undefined) return known;
    const outcome = this.execute(database, sql);
    this.outcomes.set(key, outcome);
    outcome.catch(() => this.outcomes.delete(key));
    return outcome;
  }

  async describe(id: string): Promise<DescribedDatabase> {
    const known = this.described.get(id) ?? this.readDescription(id);
    this.described.set(id, known);
    return known;
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.opened.values()].map((opening) =>
        opening.then(
          (database) => database.close(),
          () => undefined,
        ),
      ),
    );
  }

  private async execute(database: EvaluatedDatabase, sql: string): Promise<QueryOutcome> {
    const target = await this.open(database);
    return judgeAndRun(target, (catalog) => this.executeBy(catalog, target, sql), this.signal);
  }

  private async executeBy(known: DatabaseCatalog | null, target: TargetDatabase, sql: string): Promise<QueryOutcome> {
    let guarded = await guardSql(sql, target.dialect, { catalog: known });
    // `t.name` may call a function in PostgreSQL: a column newer than the catalog is refused as one.
    if (!guarded.allowed && guarded.rule === 'function') {
      const catalog = await target.catalog(this.signal, { fresh: true });
      guarded = await guardSql(sql, target.dialect, { catalog });
    }
    if (!guarded.allowed) return { kind: 'failed', reason: `${guarded.rule}: ${guarded.message}` };
    try {
      return {
        kind: 'rows',
        result: await target.execute(guarded.sql, LIMITS, this.signal, { catalogVersion: guarded.catalogVersion }),
      };
    } catch (error) {
      if (error instanceof StatementFailedError) return { kind: 'failed', reason: error.message };
      throw error;
    }
  }

  private async readDescription(id: string): Promise<DescribedDatabase> {
    const database = this.databases.get(id);
    if (database === undefined) throw new EvaluationProblem(`the data set has no database ${id}`);
    const target = await this.open(database);
    const { schema } = await target.introspect({ examples: false }, this.signal);
    const read = async (sql: string): Promise<Cell[][] | null> => {
      try {
        return (await target.execute(sql, LIMITS, this.signal)).rows;
      } catch (error) {
        if (error instanceof StatementFailedError) return null;
        throw error;
      }
    };
    const declared = await target.declared(this.signal);
    const options = { sendRows: true, declared, tableMs: LIMITS.statementTimeoutMs };
    return { schema, ...(await takeProfile(schema, read, options)) };
  }

  private open(database: EvaluatedDatabase): Promise<TargetDatabase> {
    const opening = this.opened.get(database.id) ?? openTarget(database);
    this.opened.set(database.id, opening);
    return opening;
  }
}

async function openTarget({ dialect, url }: EvaluatedDatabase): Promise<TargetDatabase> {
  const target = parseTargetUrl(dialect, url);
  const sqliteDirs = target.kind === 'file' ? [dirname(target.path)] : [];
  const resolved = await resolveTarget(target, { hosts: null, ownStores: [], sqliteDirs });
  return openTargetDatabase(resolved, {
    guard: (sql, catalog) => guardView(sql, dialect, { catalog }),
    maxSessions: SESSIONS,
    acquireMs: ACQUIRE_MS,
    connectMs: CONNECT_MS,
    // Assumed by published golds and candidates.
    doubleQuotedTexts: true,
  });
}
