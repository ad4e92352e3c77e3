import type { Duplex } from 'node:stream';
import type { Connection, FieldPacket } from 'mysql2';

/** A row as the server's text protocol writes it. */
export type RawRow = (Buffer | null)[];

export interface StreamOptions {
  /** Bytes after which the rest of the answer is not waited for; those of the offset count too. */
  maxBytes: number;
  /** Told of each row; false ends the wait for more. */
  onRow: (row: RawRow, fields: FieldPacket[]) => boolean;
}

/** The socket of a connection, or its TLS layer; the driver's type declarations do not show it. */
export function streamOf(connection: Connection): Duplex {
  return (connection as unknown as { stream: Duplex }).stream;
}

/**
 * Runs one statement and hands its rows over as they come. `whole` is false when rows were left behind: the connection
 * is then in the middle of an answer and good for nothing any more.
 *
 * A connection that breaks tells its own listeners and not the statement, hence the two listeners.
 */
export function streamQuery(
  connection: Connection,
  sql: string,
  options: StreamOptions,
): Promise<{ fields: FieldPacket[]; whole: boolean }> {
  return new Promise((resolve, reject) => {
    const stream = streamOf(connection);
    let fields: FieldPacket[] = [];
    let received = 0;
    const settle = (outcome: () => void): void => {
      connection.off('error', fail);
      stream.off('data', count);
      stream.off('close', closed);
      outcome();
    };
    const fail = (error: Error): void => settle(() => reject(error));
    const closed = (): void => fail(Object.assign(new Error('connection closed'), { fatal: true }));
    const end = (whole: boolean): void => settle(() => resolve({ fields, whole }));
    const count = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > options.maxBytes) end(false);
    };
    connection.on('error', fail);
    stream.on('data', count);
    stream.on('close', closed);
    connection
      .query({ sql, rowsAsArray: true, typeCast: false })
      .on('error', fail)
      .on('fields', (described: FieldPacket[] | undefined) => (fields = described ?? []))
      // A statement without rows reports an object instead.
      .on('result', (row: RawRow | object) => {
        if (Array.isArray(row) && !options.onRow(row, fields)) end(false);
      })
      .on('end', () => end(true));
  });
}
