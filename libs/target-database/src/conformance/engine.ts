import type { Cell, Dialect, ErrorCategory } from '@assay/contracts';
import type { ConnectionTarget } from '../connection/connection-target.js';

/** A server (or file) started for the suite, filled with the fixture of its engine. */
export interface RunningEngine {
  /** As the reader, who may SELECT from the fixture and nothing else. */
  reader: ConnectionTarget;
  /** As somebody who may write, for the tests of privileges; null where the engine knows no rights. */
  writer: ConnectionTarget | null;
  /** Folders that hold database files. */
  sqliteDirs: string[];
  /** Runs a statement with all rights, and gives its first value as text. */
  administer(sql: string): Promise<string | null>;
  stop(): Promise<void>;
}

/** What one engine brings to the suite that all engines share. */
export interface EngineUnderTest {
  title: string;
  dialect: Dialect;
  /** Program that has to be on the machine; null where the project brings the engine along. */
  needs: string | null;
  start(): Promise<RunningEngine>;
  /** Schema that the fixture's tables live in, as introspection tells it. */
  schema: string | null;
  /** Whether tables and columns can carry descriptions. */
  comments: boolean;
  /** An expression, and the cell it has to become. */
  values: [expression: string, cell: Cell][];
  /** A statement that runs for ever (or nearly) and reads only. */
  endless: string;
  /** Counts how many of it a server runs; null where a statement ends with the process that runs it. */
  running: string | null;
  /** A statement of many rows: numbers from 1 up, `numbers(5000)`. */
  numbers(count: number): string;
  /** One text of so many characters, computed by the engine. */
  longText(length: number): string;
  /** Statements that must change nothing, even when no guard stands before them. */
  hostile: string[];
  /** A broken statement and its category. */
  broken: [sql: string, category: ErrorCategory][];
}

/** Fixture of every engine: two tables with a key between them, a view, and a row or two of everything. */
export const FIXTURE_ROWS = {
  customers: [
    [1, 'Ada Lovelace', 'London'],
    [2, 'Grace Hopper', 'New York'],
    [3, 'Alan Turing', null],
  ],
  orders: 40,
} as const;

/** Rows of the fixture as INSERT statements that every engine understands. */
export function fixtureInserts(): string[] {
  const customers = FIXTURE_ROWS.customers.map(
    ([id, name, city]) =>
      `insert into customers (id, name, city) values (${id}, '${name}', ${city === null ? 'null' : `'${city}'`})`,
  );
  const orders = Array.from(
    { length: FIXTURE_ROWS.orders },
    (_, index) => `insert into orders (id, customer_id, total) values (${index + 1}, ${(index % 3) + 1}, ${index}.50)`,
  );
  return [...customers, ...orders];
}
