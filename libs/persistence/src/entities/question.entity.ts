import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { DecisionCase, Id, Level, QuestionResult, Settings } from '@assay/contracts';
import { RunEntity } from './run.entity.js';

/** A question in natural language and how it was decided. */
@Entity({ name: 'questions', schema: 'assay' })
export class QuestionEntity {
  @PrimaryColumn('uuid', { name: 'run_id' })
  runId!: Id;

  @OneToOne(() => RunEntity)
  @JoinColumn({ name: 'run_id' })
  run!: Relation<RunEntity>;

  @Column('uuid', { name: 'workspace_id' })
  workspaceId!: Id;

  @Column('text', { name: 'api_key_id', nullable: true })
  apiKeyId!: string | null;

  @Column('text')
  question!: string;

  @Column('jsonb')
  evidence!: string[];

  @Column('text', { name: 'requested_level' })
  requestedLevel!: Level;

  /** The level reached. */
  @Column('text')
  level!: Level;

  @Column('jsonb')
  settings!: Settings;

  /** Block with the QuestionContext that the agents were told. */
  @Column('text', { name: 'context_hash', nullable: true })
  contextHash!: string | null;

  @Column('text', { name: 'schema_hash', nullable: true })
  schemaHash!: string | null;

  @Column('text', { nullable: true })
  case!: DecisionCase | null;

  @Column('jsonb', { nullable: true })
  result!: QuestionResult | null;

  @Column('text', { name: 'winner_sql', nullable: true })
  winnerSql!: string | null;

  @Column('double precision', { nullable: true })
  confidence!: number | null;
}
