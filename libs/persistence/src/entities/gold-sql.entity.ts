import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Id } from '@assay/contracts';

/** A question with the SQL known to answer it: an aid in later prompts, never something to be judged. */
@Entity({ name: 'gold_sqls', schema: 'assay' })
export class GoldSqlEntity {
  @PrimaryColumn('uuid')
  id!: Id;

  @Column('uuid', { name: 'workspace_id' })
  workspaceId!: Id;

  @Column('text')
  question!: string;

  @Column('text')
  sql!: string;

  @Column('text', { nullable: true })
  evidence!: string | null;

  /** The question whose winner was liked; null when it was written by hand. */
  @Column('uuid', { name: 'run_id', nullable: true })
  runId!: Id | null;

  /** Why it takes no part any more; null where it does. */
  @Column('text', { name: 'set_aside', nullable: true })
  setAside!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
