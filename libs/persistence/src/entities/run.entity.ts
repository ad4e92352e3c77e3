import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ErrorNote, Id, Product, RunStatus } from '@assay/contracts';

/** One request on the platform, whatever the product. */
@Entity({ name: 'runs', schema: 'assay' })
export class RunEntity {
  @PrimaryColumn('uuid')
  id!: Id;

  @Column('text')
  product!: Product;

  /** Coordinators leave runs of versions they do not know untouched. */
  @Column('integer', { name: 'pipeline_version' })
  pipelineVersion!: number;

  @Column('uuid', { name: 'workspace_id', nullable: true })
  workspaceId!: Id | null;

  @Column('text')
  status!: RunStatus;

  @Column('bigint', { transformer: { from: (text: string) => Number(text), to: (seed: number) => seed } })
  seed!: number;

  @Column('timestamptz', { name: 'deadline_at' })
  deadlineAt!: Date;

  @Column('timestamptz', { name: 'cancel_requested_at', nullable: true })
  cancelRequestedAt!: Date | null;

  @Column('integer', { name: 'last_event' })
  lastEvent!: number;

  @Column('jsonb', { nullable: true })
  error!: ErrorNote | null;

  @Column('text', { name: 'stop_reason', nullable: true })
  stopReason!: string | null;

  @Column('text', { name: 'reply_to', nullable: true })
  replyTo!: string | null;

  @Column('text', { name: 'trace_context', nullable: true })
  traceContext!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'started_at', nullable: true })
  startedAt!: Date | null;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt!: Date | null;
}
