import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Script } from './script.js';

/** Dialects whose statements run in child processes. */
export const CHILD_DIALECTS = ['sqlite', 'duckdb'] as const;
export type ChildDialect = (typeof CHILD_DIALECTS)[number];

/** Results of 20 MB. */
const BIG: Record<ChildDialect, string> = {
  sqlite:
    "with recursive r(n) as (select 1 union all select n+1 from r limit 1000) select printf('%.*c',20000,'x') as a, n from r",
  duckdb: "SELECT repeat('x', 20000) AS a, range FROM range(1000)",
};
/** More columns than a result may have. */
const WIDE = `SELECT ${'1, '.repeat(24_999)}1`;
/** Milliseconds: some statements end while their result is half read. */
const TIMEOUTS = [10, 14, 18, 22, 26, 30, 36, 42, 50, 60, 70, 80, 95, 110, 130];

/** Makes a database for each dialect. @returns where workspaces find it */
export async function createFiles(folder: string): Promise<Record<ChildDialect, string>> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'shop.sqlite');
  const database = new DatabaseSync(file);
  database.exec('create table t (a integer)');
  database.close();
  await writeFile(join(folder, 't.csv'), 'a\n1\n');
  return { sqlite: `sqlite://${file}`, duckdb: `duckdb://${join(folder, 't.csv')}` };
}

/**
 * Questions whose one statement ends at its timeout, before, while or after its result is read, or has too many columns.
 */
export function halfReadQuestions(dialect: ChildDialect): { script: Script; settings: object }[] {
  const question = (sql: string, statementTimeoutMs: number): { script: Script; settings: object } => ({
    script: { sql: () => sql },
    settings: { statementTimeoutMs, sqlCandidates: 1, candidateRetries: 0, testBatches: 1, maxLevel: 'BASIC' },
  });
  return [...TIMEOUTS.map((timeout) => question(BIG[dialect], timeout)), question(WIDE, 10_000)];
}
