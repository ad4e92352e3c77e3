import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Id, KnowledgeFormat } from '@assay/contracts';

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

  /** SHA-256 of the items, hex. */
  @Column('text')
  hash!: string;

  /** Items as read, whether the database has their names or not. */
  @Column('jsonb')
  items!: object[];

  /** Unreadable parts. */
  @Column('jsonb', { name: 'left_out' })
  leftOut!: { what: string; reason: string }[];

  @Column('timestamptz', { name: 'imported_at' })
  importedAt!: Date;
}
