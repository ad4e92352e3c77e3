import type { OpenLimits } from '../driver.js';
import { ChildSession, openedChild, type OpenedChild } from '../processes/child-session.js';
import { startChild } from './child-process.js';
import * as errors from './errors.js';

export class SqliteSession extends ChildSession {
  /** SQLite's authorizer also checks each statement. */
  readonly hasAuthorizer: boolean;

  private constructor(
    opened: OpenedChild,
    /** Another session with the same file, which the caller ends. */
    readonly reopen: (signal: AbortSignal) => Promise<SqliteSession>,
  ) {
    super(opened);
    this.hasAuthorizer = opened.ready.hasAuthorizer;
  }

  static async open(path: string, limits: OpenLimits, options: { doubleQuotedTexts: boolean }): Promise<SqliteSession> {
    return new SqliteSession(await openedChild(startChild(path, options), errors, limits), (signal) =>
      SqliteSession.open(path, { ...limits, signal }, options),
    );
  }
}
