import type { Queryable, Statement } from './database.js';

/** Each call takes the connection, then the statement's parameters. */
export interface PreparedCalls<Given extends unknown[], Row extends object> {
  run: (connection: Queryable, ...given: Given) => Promise<void>;
  all: (connection: Queryable, ...given: Given) => Promise<Row[]>;
  first: (connection: Queryable, ...given: Given) => Promise<Row | null>;
  count: (connection: Queryable, ...given: Given) => Promise<number>;
  any: (connection: Queryable, ...given: Given) => Promise<boolean>;
  map: <Result>(read: (row: Row) => Result) => (connection: Queryable, ...given: Given) => Promise<Result[]>;
  /** What `read` makes of the first row, or of none. */
  value: <Result>(
    read: (row: Row | undefined) => Result,
  ) => (connection: Queryable, ...given: Given) => Promise<Result>;
}

/**
 * A statement as a function of its parameters.
 * @param values the statement's parameters, unless they are the given ones
 */
export function prepared<Given extends unknown[], Row extends object = object>(
  statement: Statement,
  values: (...given: Given) => readonly unknown[] = (...given) => given,
): PreparedCalls<Given, Row> {
  const all = (connection: Queryable, ...given: Given): Promise<Row[]> =>
    connection.query<Row>(statement, values(...given));
  return {
    run: async (...call) => void (await all(...call)),
    all,
    first: async (...call) => (await all(...call))[0] ?? null,
    count: async (...call) => (await all(...call)).length,
    any: async (...call) => (await all(...call)).length > 0,
    map:
      (read) =>
      async (...call) =>
        (await all(...call)).map((row) => read(row)),
    value:
      (read) =>
      async (...call) =>
        read((await all(...call))[0]),
  };
}
