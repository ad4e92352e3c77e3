import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { isAlive } from './postmaster.js';

/** "assay" in ASCII. */
const LOCK_KEY = 0x61_73_73_61_79;
const HOLDER = 'assay-holder ';
const POLL_MS = 20;

/**
 * A shared advisory lock on a connection. The last holder stops the server; a killed holder's lock ends with its
 * connection.
 */
export class Lease {
  private lost = false;
  private lostListener: () => void = () => undefined;

  private constructor(private readonly connection: pg.Client) {
    // Unhandled errors would end the process.
    connection.on('error', () => this.lose());
    connection.on('end', () => this.lose());
  }

  /** Called when the connection is lost, or at once if it is already. */
  onLost(listener: () => void): void {
    if (this.lost) listener();
    else this.lostListener = listener;
  }

  /** @throws the driver's error during start or stop (57P03, 57P01, ECONNREFUSED) */
  static async take(maintenanceUrl: string): Promise<Lease> {
    const connection = new pg.Client({
      connectionString: maintenanceUrl,
      application_name: `${HOLDER}${process.pid}`,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    });
    const lease = new Lease(connection);
    try {
      await connection.connect();
      await connection.query('select pg_advisory_lock_shared($1)', [LOCK_KEY]);
    } catch (error) {
      await connection.end().catch(() => undefined);
      throw error;
    }
    lease.socket.unref();
    return lease;
  }

  async ensureDatabase(name: string): Promise<void> {
    const found = await this.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount !== 0) return;
    await this.query(`create database ${pg.escapeIdentifier(name)}`).catch((error: { code?: string }) => {
      if (error.code !== '42P04' && error.code !== '23505') throw error;
    });
  }

  /** True for the last holder, who then keeps the lock exclusively until `close`. */
  async release(): Promise<boolean> {
    if (this.lost) return false;
    try {
      await this.query('select pg_advisory_unlock_shared($1)', [LOCK_KEY]);
      while (!(await this.lockAlone())) {
        if (await this.isShared()) return false;
        await delay(POLL_MS);
      }
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    this.lostListener = () => undefined;
    this.socket.ref();
    await this.connection.end().catch(() => undefined);
  }

  private async lockAlone(): Promise<boolean> {
    const { rows } = await this.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK_KEY]);
    return rows[0]?.locked === true;
  }

  /** A session may outlive its killed process for a moment: it does not count. Earlier releases name no process. */
  private async isShared(): Promise<boolean> {
    const holders = `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.granted and a.pid <> pg_backend_pid()
        and (l.classid::bigint << 32) + l.objid::bigint = $1`;
    const { rows } = await this.query<{ name: string }>(holders, [LOCK_KEY]);
    return rows.some(({ name }) => !name.startsWith(HOLDER) || isAlive(Number(name.slice(HOLDER.length))));
  }

  private lose(): void {
    if (this.lost) return;
    this.lost = true;
    this.lostListener();
  }

  private async query<Row extends pg.QueryResultRow>(
    sql: string,
    values: unknown[] = [],
  ): Promise<pg.QueryResult<Row>> {
    this.socket.ref();
    try {
      return await this.connection.query<Row>(sql, values);
    } finally {
      this.socket.unref();
    }
  }

  /** Missing in node-postgres's types. */
  private get socket(): { ref(): void; unref(): void } {
    return this.connection as unknown as { ref(): void; unref(): void };
  }
}
