import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/** Owners that exist, and roles of people for their links. Additions only, for the previous release. */
export class Owners1767300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile('1767300000000-owners/owners'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      set local search_path to assay;
      drop function require_owner() cascade;
      drop index blocks_made;
      alter table runs drop constraint runs_person_fkey;
      alter table questions drop column links_since;
      alter table people drop column roles;
    `);
  }
}
