import type { OpenLimits } from '../driver.js';
import { ChildSession, openedChild, type OpenedChild } from '../processes/child-session.js';
import { startChild } from './child-process.js';
import * as errors from './errors.js';

/** A file of SQLite's in a process of its own. */
export class SqliteSession extends ChildSession {
  /** Whether every action of a statement is judged by SQLite itself too. */
  readonly hasAuthorizer: boolean;

  private constructor(opened: OpenedChild) {
    super(opened);
    this.hasAuthorizer = opened.ready.hasAuthorizer;
  }

  /** Starts the process and waits until it has opened the file. */
  static async open(path: string, limits: OpenLimits, options: { doubleQuotedTexts: boolean }): Promise<SqliteSession> {
    return new SqliteSession(await openedChild(startChild(path, options), errors, limits));
  }
}
