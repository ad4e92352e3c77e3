import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Id } from '@assay/contracts';

/** A question with a known correct SQL: an example for prompts, never a candidate. */
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

  /** Question of the liked answer; null if written by hand. */
  @Column('uuid', { name: 'run_id', nullable: true })
  runId!: Id | null;

  /** Reason for exclusion; null if in use. */
  @Column('text', { name: 'set_aside', nullable: true })
  setAside!: string | null;

  /** Person or key that added it; null if an earlier release did. */
  @Column('text', { nullable: true })
  owner!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
