import type { ResultTable } from '@assay/contracts';
import { refuseDuckdbTree } from '@assay/sql';
import type { OpenLimits } from '../driver.js';
import { textOf } from '../introspection/catalog-cells.js';
import { ChildSession, openedChild, type OpenedChild } from '../processes/child-session.js';
import type { StatementRun } from '../session.js';
import { StatementFailedError } from '../statement-failed-error.js';
import { startScript } from './child-process.js';
import * as errors from './errors.js';
import { CLOSED, SESSION_MEMORY } from './limits.js';

const MACROS = 'select distinct lower(function_name) from duckdb_functions() where not internal';

/** Largest parse tree of one statement, bytes. */
const TREE_BYTES = 64_000_000;

/** A database of DuckDB's in a process of its own; DuckDB's parse tree of a statement is judged before it runs. */
export class DuckdbSession extends ChildSession {
  private macros: ReadonlySet<string> = new Set();

  /**
   * Starts the process and waits until it has opened the file.
   *
   * @param findings what people should know of the files that the database was made of
   */
  static async open(path: string, limits: OpenLimits, findings: string[]): Promise<DuckdbSession> {
    const options = { ...CLOSED, memory_limit: SESSION_MEMORY };
    const child = startScript({ script: 'child', args: [path, JSON.stringify(options)] });
    const session = new DuckdbSession(findings, await openedChild(child, errors, limits));
    const read = { sql: MACROS, parameters: [], timeoutMs: 20_000, maxRows: 10_000, maxBytes: 1_000_000 };
    session.macros = new Set((await session.read(read, limits.signal)).map(([name]) => textOf(name)));
    return session;
  }

  private constructor(
    readonly findings: string[],
    opened: OpenedChild,
  ) {
    super(opened);
  }

  override async run(run: StatementRun, signal: AbortSignal): Promise<ResultTable | null> {
    const sql = 'select json_serialize_sql($1::varchar)';
    const limits = { timeoutMs: run.limits.statementTimeoutMs, maxRows: 1, maxBytes: TREE_BYTES };
    const [row] = await this.read({ sql, parameters: [run.sql], ...limits }, signal);
    const refusal = refuseDuckdbTree(textOf(row?.[0]), this.macros);
    if (refusal === null) return super.run(run, signal);
    const { message } = refusal;
    const error = { category: 'VALIDATION_FAILED', code: 'PERMISSION', message, position: null, hint: null } as const;
    throw new StatementFailedError(error);
  }
}
