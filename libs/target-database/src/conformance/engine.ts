import { readFileSync } from 'node:fs';
import type { Cell, Dialect, ErrorCategory } from '@assay/contracts';
import type { ConnectionTarget } from '../connection/connection-target.js';

export interface RunningEngine {
  /** May only SELECT from the fixture. */
  reader: ConnectionTarget;
  /** May write; null if the engine has no privileges. */
  writer: ConnectionTarget | null;
  sqliteDirs: string[];
  /** Runs a statement with all privileges; returns its first value as text. */
  administer(sql: string): Promise<string | null>;
  stop(): Promise<void>;
}

export interface EngineUnderTest {
  title: string;
  dialect: Dialect;
  /** Required program; null if bundled. */
  needs: string | null;
  start(): Promise<RunningEngine>;
  schema: string | null;
  comments: boolean;
  /** Description of customers; absent: its comment. */
  described?: string;
  /** Evaluates a refused function when it is read. */
  unsafeTable?: string;
  /** False: tables have no unique or foreign keys. */
  keys?: boolean;
  /** True: unquoted names are upper case. */
  foldsUp?: boolean;
  /** True: each SELECT names a table. */
  fromDual?: boolean;
  /** False: its one user may do everything. */
  roles?: boolean;
  values: [expression: string, cell: Cell][];
  /** A read-only statement that (nearly) never ends. */
  endless: string;
  /** Counts running copies; null for our own processes. */
  running: string | null;
  /** Two columns of one name; absent: two constants. */
  twins?: string;
  numbers(count: number): string;
  longText(length: number): string;
  /** Statements that must change nothing even without a guard. */
  hostile: string[];
  broken: [sql: string, category: ErrorCategory][];
}

export function checkedValues(dialect: Dialect): EngineUnderTest['values'] {
  const file = new URL(`./values/${dialect}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as EngineUnderTest['values'];
}

export const FIXTURE_ROWS = {
  customers: [
    [1, 'Ada Lovelace', 'London'],
    [2, 'Grace Hopper', 'New York'],
    [3, 'Alan Turing', null],
  ],
  orders: 40,
} as const;

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
