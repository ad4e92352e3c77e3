import {
  PermanentError,
  type Asker,
  type DatabaseAnswers,
  type DeclaredTable,
  type Dialect,
  type FoundValues,
  type Identity,
  type ResultTable,
  type RequestedValues,
  type StatementLimits,
  type TableSchema,
} from '@assay/contracts';
import type { DatabaseCatalog } from '@assay/sql';
import { nameOf, type ResolvedTarget } from './connection/connection-target.js';
import type { DatabaseDriver } from './driver.js';
import type { Relation } from './introspection/relation.js';
import { boundedTables } from './introspection/bounded-driver.js';
import { declaredTables } from './introspection/declared-facts.js';
import { fillExamples, type WithSession } from './introspection/examples.js';
import { findValues } from './introspection/find-values.js';
import { TABLES_FRESH_MS } from './introspection/limits.js';
import { displayName } from './introspection/relation-name.js';
import { RelationRegister, type RegisterContent } from './introspection/relation-register.js';
import type { Guard } from './introspection/unsafe-relations.js';
import { withoutUnfit } from './introspection/without-unfit.js';
import { TargetSessions, type SessionOptions } from './pool/target-sessions.js';
import type { CutSession, DatabaseSession, StatementRun } from './session.js';
import { StatementFailedError } from './statement-failed-error.js';
import { asIdentity } from './as-identity.js';
import {
  checkIdentities,
  problemsOf,
  roleInWords,
  unfitAllowed,
  type CheckedIdentities,
} from './refused-identities.js';
import type { CheckedTarget, Introspection, RelationRefusal, RunOptions, TargetDatabase } from './target-database.js';

export interface TargetDatabaseOptions extends SessionOptions {
  guard: Guard;
  /** Rows are read by people only: `as` gives a database that reads them. */
  perPerson?: boolean;
}

const NOBODY = 'rows of this database are readable by people only';

interface KeptOfDatabase {
  tables: { tables: TableSchema[]; readAt: number } | null;
}

export class PooledTargetDatabase implements TargetDatabase {
  readonly dialect: Dialect;
  private readonly sessions: TargetSessions;
  private readonly register: RelationRegister;
  private readonly kept: KeptOfDatabase;

  constructor(
    private readonly driver: DatabaseDriver,
    private readonly target: ResolvedTarget,
    private readonly options: TargetDatabaseOptions,
    private readonly person: { identity: Identity; of: PooledTargetDatabase } | null = null,
  ) {
    this.dialect = driver.dialect;
    this.kept = person?.of.kept ?? { tables: null };
    this.sessions = person?.of.sessions ?? new TargetSessions(driver, target, options, () => (this.kept.tables = null));
    this.register =
      person?.of.register ??
      new RelationRegister((signal) => this.readRegister(signal), {
        guard: options.guard,
        definitionsPublic: driver.viewDefinitionsPublic,
        perPerson: options.perPerson ?? false,
      });
  }

  as(identity: Identity): TargetDatabase {
    return new PooledTargetDatabase(this.driver, this.target, this.options, { identity, of: this });
  }

  async check(signal: AbortSignal, asker: Asker | null = null): Promise<CheckedTarget> {
    await this.sessions.prepare(signal, true);
    const { version, rights } = await this.readCatalog(
      async (session) => ({
        version: await this.driver.version(session, signal),
        rights: await this.driver.privileges(session, signal),
      }),
      signal,
    );
    const { reaches = [], ...privileges } = rights;
    const { refused, roleReach } = await this.checkAsker(asker, signal);
    const own = reaches.map((reach) => ({ role: null, ...reach }));
    return { version, privileges, refused, roleReach: [...own, ...roleReach] };
  }

  async refused(signal: AbortSignal): Promise<string[]> {
    if (this.person === null) throw new PermanentError('ASKER_REFUSED', NOBODY);
    return (await checkIdentities([this.person.identity], this.driver, this.readCatalog, signal)).refused;
  }

  private async checkAsker(asker: Asker | null, signal: AbortSignal): Promise<CheckedIdentities> {
    if (asker === null) return { refused: [], roleReach: [] };
    const given = [this.driver, this.readCatalog, signal] as const;
    const { refused, roleReach } = await checkIdentities(this.driver.asker?.tried(asker) ?? [], ...given);
    return { refused: [...refused, ...(await unfitAllowed(asker, ...given))], roleReach };
  }

  async introspect(
    { examples, asker = null }: { examples: boolean; asker?: Asker | null },
    signal: AbortSignal,
  ): Promise<Introspection> {
    await this.sessions.prepare(signal, true);
    const found = await this.readCatalog((session) => this.driver.tables(session, signal), signal);
    const { tables, findings: leftOut } = boundedTables(found);
    const { reaches: _, ...privileges } = await this.readCatalog(
      (session) => this.driver.privileges(session, signal),
      signal,
    );
    const { refused, roleReach } = await this.checkAsker(asker, signal);
    const unsafe = [...(await this.register.unsafe(signal))];
    const keyOf = ({ schema, name }: Pick<TableSchema, 'schema' | 'name'>): string => JSON.stringify([schema, name]);
    const unsafeKeys = new Set(unsafe.map(([relation]) => keyOf(relation)));
    const safe = tables.filter((table) => !unsafeKeys.has(keyOf(table)));
    if (examples) await fillExamples(safe, this.driver, this.withRows, signal);
    this.kept.tables = { tables: safe, readAt: performance.now() };
    const findings = [
      ...leftOut,
      ...unsafe.map(([relation, { message }]) => `${displayName(relation)} may not be read: ${message}`),
      ...refused,
      ...roleReach.map(({ role, words }) => `the role ${role} may ${words}`),
    ];
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

  relationNames(signal: AbortSignal): Promise<DatabaseAnswers['tables']['tables']> {
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
    await fillExamples([shown], this.driver, this.withRows, signal);
    return shown;
  }

  async findValues(requested: RequestedValues, limits: StatementLimits, signal: AbortSignal): Promise<FoundValues> {
    const tables = await this.readTables(signal);
    return findValues(requested, limits, { tables, driver: this.driver, withSession: this.withRows, signal });
  }

  lists(cut: CutSession, cutSeconds: number, signal: AbortSignal): Promise<boolean> {
    return this.sessions.lists(cut, cutSeconds, signal);
  }

  close(): Promise<void> {
    return this.sessions.close();
  }

  private readRegister(signal: AbortSignal): Promise<RegisterContent> {
    return this.readCatalog(async (session) => {
      // First, so that later definitions fail the comparison of versions.
      const catalog = await this.driver.catalog(session, signal);
      const relations = await this.driver.relations(session, signal);
      const content = { relations, catalog };
      if (this.options.perPerson !== true) return content;
      return withoutUnfit(content, (await this.driver.asker?.unfit(session, relations, signal)) ?? []);
    }, signal);
  }

  private async readTables(signal: AbortSignal): Promise<TableSchema[]> {
    const known = this.kept.tables;
    if (known && performance.now() - known.readAt < TABLES_FRESH_MS) return known.tables;
    return (await this.introspect({ examples: false }, signal)).schema.tables;
  }

  private async runForRows(run: StatementRun, signal: AbortSignal): Promise<ResultTable> {
    const result = await this.run(run, signal);
    if (!result) throw new TypeError('a statement that was executed has a result');
    return result;
  }

  private run(run: StatementRun, signal: AbortSignal): Promise<ResultTable | null> {
    return this.withRows((session) => session.run(run, signal), signal, true);
  }

  /** A rejected internal statement means that the catalog is unreadable. */
  private readonly readCatalog: WithSession = async (work, signal) => {
    try {
      return await this.sessions.use(work, signal);
    } catch (error) {
      if (!(error instanceof StatementFailedError)) throw error;
      throw new PermanentError('CATALOG_UNREADABLE', `the database's catalog cannot be read: ${error.message}`);
    }
  };

  /** Reads rows, as the person if there is one. */
  private readonly withRows = async <Result>(
    work: (session: DatabaseSession) => Promise<Result>,
    signal: AbortSignal,
    ofStatement = false,
  ): Promise<Result> => {
    const identity = this.person?.identity ?? null;
    if (identity === null && this.options.perPerson !== true) return this.sessions.use(work, signal, ofStatement);
    if (identity === null) throw new PermanentError('ASKER_REFUSED', NOBODY);
    try {
      return await this.sessions.use((session) => work(asIdentity(session, identity)), signal, ofStatement);
    } catch (error) {
      if (!(error instanceof PermanentError) || error.code !== 'ASKER_UNSAFE') throw error;
      const problems = await problemsOf(identity, this.driver, this.readCatalog, signal);
      throw new PermanentError(
        'ASKER_UNSAFE',
        `${roleInWords(identity)} can read past the policies: it ${problems.join('; ') || 'could when it was tried'}`,
      );
    }
  };
}
