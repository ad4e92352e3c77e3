import {
  InfrastructureError,
  PermanentError,
  type DeclaredTable,
  type Dialect,
  type FoundValue,
  type Privileges,
  type ResultTable,
  type SoughtValues,
  type StatementLimits,
  type TableSchema,
} from '@assay/contracts';
import type { DatabaseCatalog } from '@assay/sql';
import { abortable } from './abortable.js';
import { nameOf, type ResolvedTarget } from './connection/connection-target.js';
import { goesOn, type CutReport } from './cut-report.js';
import type { DatabaseDriver, Relation } from './driver.js';
import { declaredTables } from './introspection/declared-facts.js';
import { fillExamples, type WithSession } from './introspection/examples.js';
import { findValues } from './introspection/find-values.js';
import { TABLES_FRESH_MS } from './introspection/limits.js';
import { displayName } from './introspection/relation-name.js';
import { RelationRegister, type RegisterContent } from './introspection/relation-register.js';
import type { Guard } from './introspection/unsafe-relations.js';
import { SessionPool, type Lease } from './pool/session-pool.js';
import type { CutSession, DatabaseSession, StatementRun } from './session.js';
import { StatementFailedError } from './statement-failed-error.js';
import type { Introspection, RelationRefusal, RunOptions, TargetDatabase } from './target-database.js';

/** Times in milliseconds. */
export interface TargetDatabaseOptions {
  /** The guard with workspace options; also applied to view definitions. */
  guard: Guard;
  maxSessions: number;
  idleMs: number;
  acquireMs: number;
  connectMs: number;
  /** Awaited before the cut operation rejects. */
  onCut?: (report: CutReport) => Promise<void>;
}

export class PooledTargetDatabase implements TargetDatabase {
  readonly dialect: Dialect;
  private readonly pool: SessionPool<DatabaseSession>;
  private readonly register: RelationRegister;
  private tablesRead: { tables: TableSchema[]; readAt: number } | null = null;
  private prepared: string | null = null;

  constructor(
    private readonly driver: DatabaseDriver,
    private readonly target: ResolvedTarget,
    private readonly options: TargetDatabaseOptions,
  ) {
    this.dialect = driver.dialect;
    this.pool = new SessionPool((signal) => this.open(signal), {
      max: options.maxSessions,
      idleMs: options.idleMs,
      acquireMs: options.acquireMs,
      growAfterMs: driver.growAfterMs,
    });
    this.register = new RelationRegister((signal) => this.readRegister(signal), {
      guard: options.guard,
      definitionsPublic: driver.viewDefinitionsPublic,
    });
  }

  async check(signal: AbortSignal): Promise<{ version: string; privileges: Privileges }> {
    await this.prepare(signal, true);
    return this.readCatalog(
      async (session) => ({
        version: await this.driver.version(session, signal),
        privileges: await this.driver.privileges(session, signal),
      }),
      signal,
    );
  }

  async introspect(options: { examples: boolean }, signal: AbortSignal): Promise<Introspection> {
    await this.prepare(signal, true);
    const tables = await this.readCatalog((session) => this.driver.tables(session, signal), signal);
    const privileges = await this.readCatalog((session) => this.driver.privileges(session, signal), signal);
    const unsafe = [...(await this.register.unsafe(signal))];
    const keyOf = ({ schema, name }: Pick<TableSchema, 'schema' | 'name'>): string => JSON.stringify([schema, name]);
    const unsafeKeys = new Set(unsafe.map(([relation]) => keyOf(relation)));
    const safe = tables.filter((table) => !unsafeKeys.has(keyOf(table)));
    if (options.examples) await fillExamples(safe, this.driver, this.withSession, signal);
    this.tablesRead = { tables: safe, readAt: performance.now() };
    const findings = unsafe.map(([relation, { message }]) => `${displayName(relation)} may not be read: ${message}`);
    return {
      schema: { dialect: this.dialect, name: nameOf(this.target), tables: safe },
      privileges: { ...privileges, findings: [...privileges.findings, ...findings] },
    };
  }

  async explain(sql: string, limits: StatementLimits, signal: AbortSignal, options: RunOptions = {}): Promise<void> {
    await this.run({ sql, limits, offset: 0, ...options, explain: true, execute: false }, signal);
  }

  execute(sql: string, limits: StatementLimits, signal: AbortSignal, options: RunOptions = {}): Promise<ResultTable> {
    return this.runForRows({ sql, limits, offset: 0, ...options, explain: false, execute: true }, signal);
  }

  examine(sql: string, limits: StatementLimits, signal: AbortSignal, options: RunOptions = {}): Promise<ResultTable> {
    return this.runForRows({ sql, limits, offset: 0, ...options, explain: true, execute: true }, signal);
  }

  refusedRelation(tables: string[], signal: AbortSignal): Promise<RelationRefusal | null> {
    return this.register.refusal(tables, signal);
  }

  catalog(signal: AbortSignal, options?: { fresh: boolean }): Promise<DatabaseCatalog | null> {
    return this.register.catalog(signal, options);
  }

  findRelation(name: string, signal: AbortSignal): Promise<Relation | null> {
    return this.register.find(name, signal);
  }

  relationNames(signal: AbortSignal): Promise<string[]> {
    return this.register.names(signal);
  }

  tables(signal: AbortSignal): Promise<TableSchema[]> {
    return this.readTables(signal);
  }

  async declared(signal: AbortSignal): Promise<DeclaredTable[]> {
    return this.readCatalog(async (session) => {
      const relations = await this.driver.relations(session, signal);
      return declaredTables(relations, await this.driver.declared(session, signal));
    }, signal);
  }

  async withExamples(table: TableSchema, signal: AbortSignal): Promise<TableSchema> {
    const shown = { ...table, columns: table.columns.map((column) => ({ ...column, examples: [] })) };
    await fillExamples([shown], this.driver, this.withSession, signal);
    return shown;
  }

  async findValues(sought: SoughtValues, limits: StatementLimits, signal: AbortSignal): Promise<FoundValue[]> {
    const tables = await this.readTables(signal);
    return findValues(sought, limits, { tables, driver: this.driver, withSession: this.withSession, signal });
  }

  lists(cut: CutSession, cutSeconds: number, signal: AbortSignal): Promise<boolean> {
    return this.pool.use(
      async ({ session }) => (await this.driver.lists?.(session, cut, cutSeconds, signal)) ?? false,
      signal,
    );
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private readRegister(signal: AbortSignal): Promise<RegisterContent> {
    return this.readCatalog(
      async (session) => ({
        relations: await this.driver.relations(session, signal),
        catalog: await this.driver.catalog(session, signal),
      }),
      signal,
    );
  }

  private async readTables(signal: AbortSignal): Promise<TableSchema[]> {
    const known = this.tablesRead;
    if (known && performance.now() - known.readAt < TABLES_FRESH_MS) return known.tables;
    return (await this.introspect({ examples: false }, signal)).schema.tables;
  }

  private async runForRows(run: StatementRun, signal: AbortSignal): Promise<ResultTable> {
    const result = await this.run(run, signal);
    if (!result) throw new TypeError('a statement that was executed has a result');
    return result;
  }

  private run(run: StatementRun, signal: AbortSignal): Promise<ResultTable | null> {
    return this.withSession((session) => session.run(run, signal), signal, true);
  }

  /** A rejected internal statement means that the catalog is unreadable. */
  private readonly readCatalog: WithSession = async (work, signal) => {
    try {
      return await this.withSession(work, signal);
    } catch (error) {
      if (!(error instanceof StatementFailedError)) throw error;
      throw new PermanentError('CATALOG_UNREADABLE', `the database's catalog cannot be read: ${error.message}`);
    }
  };

  /** Retries once if a reused session was broken; reads only. */
  private readonly withSession = async <Result>(
    work: (session: DatabaseSession) => Promise<Result>,
    signal: AbortSignal,
    ofStatement = false,
  ): Promise<Result> => {
    await this.prepare(signal);
    for (let last = false; ; last = true) {
      let used: Partial<Lease<DatabaseSession>> = {};
      try {
        return await this.pool.use((lease) => work((used = lease).session), signal);
      } catch (error) {
        const lost = error instanceof InfrastructureError && error.code === 'TARGET_CONNECTION_LOST';
        if (last || !used.reused || !lost || signal.aborted) throw error;
        this.pool.dropIdle();
      } finally {
        await this.report(used.session?.cut, ofStatement);
      }
    }
  };

  /** Reports cut sessions that keep running or exceeded their time. */
  private async report(session: CutSession | null | undefined, ofStatement: boolean): Promise<void> {
    if (!session || !this.options.onCut) return;
    if (!session.overdue && !(await goesOn((signal) => this.lists(session, 0, signal)))) return;
    await this.options.onCut({ session, ofStatement });
  }

  /** Outside connection timeouts. A new result invalidates caches and sessions. */
  private async prepare(signal: AbortSignal, fresh = false): Promise<void> {
    const preparing = this.driver.prepare?.(this.target, fresh);
    if (preparing === undefined) return;
    const prepared = await abortable(preparing, signal);
    if (prepared === this.prepared) return;
    if (this.prepared !== null) this.pool.retire();
    this.prepared = prepared;
    this.tablesRead = null;
  }

  private async open(signal: AbortSignal): Promise<DatabaseSession> {
    const limits = { connectMs: this.options.connectMs, signal };
    const addresses = this.target.kind === 'server' ? this.target.addresses : [''];
    let failure: unknown = null;
    for (const address of addresses) {
      try {
        return await this.driver.open({ target: this.target, address }, limits);
      } catch (error) {
        // A refusal applies to all addresses.
        if (!(error instanceof InfrastructureError)) throw error;
        failure = error;
      }
    }
    throw failure;
  }
}
