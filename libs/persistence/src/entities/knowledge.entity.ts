import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Id, KnowledgeFormat } from '@assay/contracts';

/** A document that was imported into a workspace. */
@Entity({ name: 'knowledge', schema: 'assay' })
export class KnowledgeEntity {
  @PrimaryColumn('uuid')
  id!: Id;

  @Column('uuid', { name: 'workspace_id' })
  workspaceId!: Id;

  @Column('text')
  name!: string;

  @Column('text')
  format!: KnowledgeFormat;

  /** SHA-256 of what was read, in hex. */
  @Column('text')
  hash!: string;

  /** What was read, whether the database has what it names or not. */
  @Column('jsonb')
  items!: object[];

  /** What could not be read, and why. */
  @Column('jsonb', { name: 'left_out' })
  leftOut!: { what: string; reason: string }[];

  @Column('timestamptz', { name: 'imported_at' })
  importedAt!: Date;
}
