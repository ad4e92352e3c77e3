import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/** People, sessions, owners. Additions only, for the previous release. */
export class People1766800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile('1766800000000-people/people'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      set local search_path to assay;
      drop function sees(jsonb, uuid, uuid);
      alter table workspace_evaluations drop column owner;
      alter table corrections drop column owner;
      alter table gold_sqls drop column owner;
      alter table runs drop column person;
      alter table api_keys drop column may_act_for;
      drop table sessions, people;
    `);
  }
}
