import pg from 'pg';

/** Key of the advisory lock that says who uses an embedded server ("assay" in ASCII). */
const LOCK_KEY = 0x61_73_73_61_79;

/**
 * Our share in a server: a connection that holds a shared advisory lock for as long as our process lives. Whoever lets
 * go last stops the server. A killed process needs no clean-up, since its lock ends with its connection.
 */
export class Lease {
  private lost = false;
  private lostListener: () => void = () => undefined;

  private constructor(private readonly connection: pg.Client) {
    // Without a listener an error of the connection would end our process.
    connection.on('error', () => this.lose());
    connection.on('end', () => this.lose());
  }

  /** Has `listener` called once when the connection is gone, and the server with it; at once if it is already. */
  onLost(listener: () => void): void {
    if (this.lost) listener();
    else this.lostListener = listener;
  }

  /**
   * Connects to the server's maintenance database.
   * @throws the driver's error while the server starts or stops (57P03, 57P01, ECONNREFUSED)
   */
  static async take(maintenanceUrl: string): Promise<Lease> {
    const connection = new pg.Client({
      connectionString: maintenanceUrl,
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
    // The lease alone must not keep our process alive.
    lease.socket.unref();
    return lease;
  }

  /** Creates the database unless it exists. */
  async ensureDatabase(name: string): Promise<void> {
    const found = await this.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount !== 0) return;
    await this.query(`create database ${pg.escapeIdentifier(name)}`).catch((error: { code?: string }) => {
      // Another process was faster.
      if (error.code !== '42P04' && error.code !== '23505') throw error;
    });
  }

  /** Gives up our share and says whether it was the last; from then on no process gets one. */
  async surrender(): Promise<boolean> {
    if (this.lost) return false;
    try {
      await this.query('select pg_advisory_unlock_shared($1)', [LOCK_KEY]);
      const { rows } = await this.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [LOCK_KEY]);
      return rows[0]?.last === true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    this.lostListener = () => undefined;
    this.socket.ref();
    await this.connection.end().catch(() => undefined);
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

  /** node-postgres has both methods; its types do not list them. */
  private get socket(): { ref(): void; unref(): void } {
    return this.connection as unknown as { ref(): void; unref(): void };
  }
}
