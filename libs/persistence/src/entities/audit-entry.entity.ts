import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AuditAction, Id } from '@assay/contracts';

/** Never updated. */
@Entity({ name: 'audit', schema: 'assay' })
export class AuditEntryEntity {
  @PrimaryColumn('uuid')
  id!: Id;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  at!: Date;

  @Column('text')
  action!: AuditAction;

  /** Id of an API key or a person; a name for internal callers and without API keys. */
  @Column('text')
  actor!: string;

  @Column('text', { name: 'actor_name', nullable: true })
  actorName!: string | null;

  @Column('text', { nullable: true })
  address!: string | null;

  @Column('uuid', { name: 'workspace_id', nullable: true })
  workspaceId!: Id | null;

  @Column('uuid', { name: 'question_id', nullable: true })
  questionId!: Id | null;

  @Column('jsonb', { default: {} })
  details!: Record<string, unknown>;
}
