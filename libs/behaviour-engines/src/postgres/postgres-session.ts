import pg from 'pg';
import type { AskedOutcome, InstanceRow, ScratchTable } from '@assay/behaviour';
import { toErrorNote } from '@assay/contracts';
import { WALL_FACTOR, whenSpent } from '../processor-time.js';
import { insertInto } from './postgres-ddl.js';
import { isTimeout, readAnswer, TEXTS } from './read-answer.js';

type Tables = readonly (readonly InstanceRow[])[];
type Settled = PromiseSettledResult<unknown>;

/** Bytes that one `ask` may receive before the connection is cut. */
const MOST_RECEIVED = 32_000_000;
const FILL_MS = 5000;
const GRACE_MS = 5000;

export type Filled =
  | { kind: 'answered'; answers: AskedOutcome[]; isTimedOut: boolean[] }
  | { kind: 'refused'; why: string }
  | { kind: 'lost' };

/**
 * A connection of the restricted role. A filling is one pipelined transaction: insert, read-only, candidates behind
 * savepoints, rollback. PREPARE accepts only a single SELECT or DML, and plans once.
 */
export class PostgresSession {
  private readonly prepared = new Map<string, { name: string; made: Promise<Settled> }>();
  private received = 0;
  isLost = false;

  private constructor(
    private readonly client: pg.Client,
    private readonly timeoutMs: number,
  ) {
    client.connection.stream.on('data', (chunk: Buffer) => {
      this.received += chunk.length;
      if (this.received > MOST_RECEIVED) this.cut();
    });
  }

  static async open(connectionString: string, timeoutMs: number): Promise<PostgresSession> {
    const client = new pg.Client({
      connectionString,
      pipeline: true,
      types: TEXTS,
      statement_timeout: timeoutMs,
      connectionTimeoutMillis: 10_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    return new PostgresSession(client, timeoutMs);
  }

  async enter(schemas: readonly string[]): Promise<void> {
    this.prepared.clear();
    await this.client.query(`deallocate all; set search_path = ${schemas.map(pg.escapeIdentifier).join(', ')}`);
  }

  /**
   * Pipelines fillings.
   * @returns results in order, up to and including the first with a timeout or a lost connection
   */
  async ask(
    fillings: Iterable<Tables>,
    tables: readonly ScratchTable[],
    statements: readonly string[],
  ): Promise<Filled[]> {
    this.received = 0;
    const sent: Promise<Filled>[] = [];
    const { stream } = this.client.connection;
    for (const filling of fillings) {
      // The queries of a filling leave in one packet.
      stream.cork();
      sent.push(this.askOne(fill(filling, tables, this.timeoutMs), statements));
      stream.uncork();
    }
    const filled: Filled[] = [];
    const timer = setTimeout(() => this.cut(), statements.length * 2 * this.timeoutMs + GRACE_MS);
    try {
      for (const [index, one] of sent.entries()) {
        const result = await one;
        timer.refresh();
        filled.push(result);
        if (result.kind === 'refused' || (result.kind === 'answered' && !result.isTimedOut.includes(true))) continue;
        // Later fillings would time out as well.
        if (index < sent.length - 1) this.cut();
        break;
      }
      return filled;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Cuts the connection once the backend has used `timeoutMs` of CPU time. */
  async askWithLongTimeout(filling: Tables, tables: readonly ScratchTable[], statement: string): Promise<Filled> {
    this.received = 0;
    const filled = fill(filling, tables, WALL_FACTOR * this.timeoutMs);
    const cancel = whenSpent(this.pid, this.timeoutMs, () => this.cut());
    try {
      return await this.askOne(filled, [statement]);
    } finally {
      cancel();
    }
  }

  private get pid(): number | undefined {
    return (this.client as pg.Client & { processID?: number }).processID;
  }

  cut(): void {
    this.isLost = true;
    this.client.connection.stream.destroy(new Error('cut off'));
  }

  private async askOne(filling: string, statements: readonly string[]): Promise<Filled> {
    const preparations = statements.map((sql) => this.prepare(sql));
    const filled = settled(this.client.query(filling));
    const asked = preparations.map(({ name }) => {
      const execute = { text: `rollback to candidate; execute ${name}`, rowMode: 'array' as const };
      return settled(this.client.query(execute));
    });
    const ended = settled(this.client.query('rollback; select pg_advisory_unlock_all()'));
    const [fillOutcome, made, answers, end] = await Promise.all([
      filled,
      Promise.all(preparations.map((preparation) => preparation.made)),
      Promise.all(asked),
      ended,
    ]);
    if (end.status === 'rejected') {
      this.isLost = true;
      return { kind: 'lost' };
    }
    if (fillOutcome.status === 'rejected') return { kind: 'refused', why: toErrorNote(fillOutcome.reason).message };
    const outcomes = answers.map((answer, index) => {
      const preparation = made[index];
      return preparation?.status === 'rejected' ? preparation : answer;
    });
    return { kind: 'answered', answers: outcomes.map(readAnswer), isTimedOut: outcomes.map(isTimeout) };
  }

  /** Extended protocol: the server refuses a text with more than one statement. */
  private prepare(sql: string): { name: string; made: Promise<Settled> } {
    const known = this.prepared.get(sql);
    if (known !== undefined) return known;
    const name = `candidate_${this.prepared.size}`;
    const query = { text: `prepare ${name} as ${sql}`, queryMode: 'extended' };
    const preparation = { name, made: settled(this.client.query(query)) };
    this.prepared.set(sql, preparation);
    return preparation;
  }
}

/** One message, because round trips dominate. The longer insert limit covers locks of interrupted sessions. */
function fill(filling: Tables, tables: readonly ScratchTable[], statementMs: number): string {
  const inserts = tables.flatMap((table, index) => {
    const rows = filling[index] ?? [];
    return rows.length === 0 ? [] : [insertInto(table, rows)];
  });
  const limited = (milliseconds: number): string => `set local statement_timeout = ${milliseconds}`;
  const guarded = [limited(statementMs), 'set transaction read only', 'savepoint candidate'];
  return ['begin', limited(FILL_MS), ...inserts, ...guarded].join('; ');
}

async function settled(query: Promise<unknown>): Promise<Settled> {
  const [outcome] = await Promise.allSettled([query]);
  return outcome;
}
