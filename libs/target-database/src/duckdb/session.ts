import type { ResultTable } from '@assay/contracts';
import { dividedFunctions, refuseDuckdbTree, type GuardRefusal, type OwnFunctions } from '@assay/sql';
import type { OpenLimits } from '../driver.js';
import { textOf } from '../introspection/catalog-cells.js';
import { ChildSession, openedChild, type OpenedChild } from '../processes/child-session.js';
import type { StatementRun } from '../session.js';
import { StatementFailedError } from '../statement-failed-error.js';
import { startScript } from './child-process.js';
import * as errors from './errors.js';
import { CLOSED, SESSION_MEMORY } from './limits.js';

/** Qualified names, because a macro of the file may shadow unqualified ones. */
const MACROS = `select distinct function_name from system.main.duckdb_functions() where not internal`;
const TREE = 'select system.main.json_serialize_sql($1::varchar)';

const TREE_BYTES = 64_000_000;

/**
 * DuckDB's parse tree of a statement is checked first; `run` rejects a refused one with StatementFailedError
 * (`PERMISSION`).
 */
export class DuckdbSession extends ChildSession {
  private macros: OwnFunctions = { allowed: new Set(), refused: new Set() };

  static async open(
    path: string,
    limits: OpenLimits,
    findings: string[],
    allowFunctions: readonly string[] = [],
  ): Promise<DuckdbSession> {
    const options = { ...CLOSED, memory_limit: SESSION_MEMORY };
    const child = startScript({ script: 'child', args: [path, JSON.stringify(options)] });
    const session = new DuckdbSession(findings, await openedChild(child, errors, limits));
    const read = { sql: MACROS, parameters: [], timeoutMs: 20_000, maxRows: 10_000, maxBytes: 1_000_000 };
    const names = (await session.read(read, limits.signal)).map(([name]) => textOf(name));
    session.macros = dividedFunctions(names, allowFunctions);
    return session;
  }

  private constructor(
    readonly findings: string[],
    opened: OpenedChild,
  ) {
    super(opened);
  }

  override async run(run: StatementRun, signal: AbortSignal): Promise<ResultTable | null> {
    const refusal = await this.refusalOf(run.sql, run.limits.statementTimeoutMs, signal);
    if (refusal === null) return super.run(run, signal);
    const { message } = refusal;
    const error = { category: 'VALIDATION_FAILED', code: 'PERMISSION', message, position: null, hint: null } as const;
    throw new StatementFailedError(error);
  }

  async refusalOf(sql: string, timeoutMs: number, signal: AbortSignal): Promise<GuardRefusal | null> {
    const read = { sql: TREE, parameters: [sql], timeoutMs, maxRows: 1, maxBytes: TREE_BYTES };
    const [row] = await this.read(read, signal);
    return refuseDuckdbTree(textOf(row?.[0]), this.macros);
  }
}
