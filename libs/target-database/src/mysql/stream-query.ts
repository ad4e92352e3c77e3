import type { Duplex } from 'node:stream';
import type { Connection, FieldPacket } from 'mysql2';

/** Texts as buffers; of a prepared statement, values of the driver. */
export type RawRow = unknown[];

export interface StreamOptions {
  /** Received bytes, including offset rows, after which the result is abandoned. */
  maxBytes: number;
  /** Runs as a prepared statement, which sends numbers in binary. */
  binary?: boolean;
  onRow: (row: RawRow, fields: FieldPacket[]) => boolean;
}

const BINARY = { dateStrings: true, supportBigNumbers: true, bigNumberStrings: true };

/** Socket or TLS stream; missing in the driver's types. */
export function streamOf(connection: Connection): Duplex {
  return (connection as unknown as { stream: Duplex }).stream;
}

/** If `whole` is false, the connection is unusable. Connection errors need their own listener. */
export function streamQuery(
  connection: Connection,
  sql: string,
  options: StreamOptions,
): Promise<{ fields: FieldPacket[]; whole: boolean }> {
  return new Promise((resolve, reject) => {
    const stream = streamOf(connection);
    let fields: FieldPacket[] = [];
    let received = 0;
    let results = 0;
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
    const running =
      options.binary === true
        ? connection.execute({ sql, rowsAsArray: true, ...BINARY })
        : connection.query({ sql, rowsAsArray: true, typeCast: false });
    running
      .on('error', fail)
      .on('fields', (described: FieldPacket[] | undefined) => {
        results += 1;
        if (results > 1) fail(Object.assign(new Error('a statement has several results'), { fatal: true }));
        fields = described ?? [];
      })
      .on('result', (row: RawRow | object) => {
        if (Array.isArray(row) && !options.onRow(row, fields)) end(false);
      })
      .on('end', () => end(true));
  });
}
