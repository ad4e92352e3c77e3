import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Dialect, Id, Privileges, SettingsPatch } from '@assay/contracts';

@Entity({ name: 'workspaces', schema: 'assay' })
export class WorkspaceEntity {
  @PrimaryColumn('uuid')
  id!: Id;

  @Column('text')
  name!: string;

  @Column('text')
  dialect!: Dialect;

  /** Encrypted connection string; never leaves the server. */
  @Column('text')
  connection!: string;

  @Column('text', { nullable: true })
  directives!: string | null;

  @Column('jsonb')
  evidence!: string[];

  /** Differences from the defaults. */
  @Column('jsonb')
  settings!: SettingsPatch;

  @Column('jsonb')
  descriptions!: Record<string, string>;

  @Column('jsonb', { nullable: true })
  privileges!: Privileges | null;

  /** Role that was accepted although it may write. */
  @Column('text', { name: 'accept_privileged', nullable: true })
  acceptPrivileged!: string | null;

  /** Accepted functions, extensions, wrappers and servers. */
  @Column('jsonb')
  accept!: string[];

  /** Null until introspected. */
  @Column('text', { name: 'schema_hash', nullable: true })
  schemaHash!: string | null;

  @Column('integer', { name: 'table_count', nullable: true })
  tableCount!: number | null;

  @Column('text', { name: 'profile_hash', nullable: true })
  profileHash!: string | null;

  @Column('timestamptz', { name: 'schema_taken_at', nullable: true })
  schemaTakenAt!: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
