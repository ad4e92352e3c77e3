import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The columns that hold most of the record: prompts, answers, results. */
const COLUMNS = ['blocks.content', 'steps.request', 'steps.answer', 'tasks.payload', 'tasks.result', 'events.body'];

/** Compresses large values with LZ4 from now on, where the server can: Postgres's own method takes several times as long. */
export class Compression1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const [setting] = (await runner.query(
      `select 'lz4' = any (enumvals) as "hasLz4" from pg_settings where name = 'default_toast_compression'`,
    )) as { hasLz4: boolean }[];
    if (setting?.hasLz4 === true) await compressBy(runner, 'lz4');
  }

  async down(runner: QueryRunner): Promise<void> {
    await compressBy(runner, 'default');
  }
}

async function compressBy(runner: QueryRunner, method: 'lz4' | 'default'): Promise<void> {
  for (const column of COLUMNS) {
    const [table, name] = column.split('.');
    await runner.query(`alter table assay.${table} alter column ${name} set compression ${method}`);
  }
}
