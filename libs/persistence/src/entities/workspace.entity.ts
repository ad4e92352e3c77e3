import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Dialect, Id, Privileges, SettingsPatch } from '@assay/contracts';

/** A target database with its evidence, directives, gold SQLs and settings. */
@Entity({ name: 'workspaces', schema: 'assay' })
export class WorkspaceEntity {
  @PrimaryColumn('uuid')
  id!: Id;

  @Column('text')
  name!: string;

  @Column('text')
  dialect!: Dialect;

  /** The connection string, encrypted at rest; never leaves the server. */
  @Column('text')
  connection!: string;

  @Column('text', { nullable: true })
  directives!: string | null;

  @Column('jsonb')
  evidence!: string[];

  /** What differs from the defaults. */
  @Column('jsonb')
  settings!: SettingsPatch;

  /** Descriptions that win over the database's comments: `table` or `table.column` → text. */
  @Column('jsonb')
  descriptions!: Record<string, string>;

  @Column('jsonb', { nullable: true })
  privileges!: Privileges | null;

  /** Name of the role that the workspace accepts although it may write. */
  @Column('text', { name: 'accept_privileged', nullable: true })
  acceptPrivileged!: string | null;

  /** Names of functions, extensions, wrappers and servers that the workspace accepts although its role may use them. */
  @Column('jsonb')
  accept!: string[];

  /** Block with the schema snapshot; null until introspected. */
  @Column('text', { name: 'schema_hash', nullable: true })
  schemaHash!: string | null;

  /** Block with what is known of the data; null where nothing is. */
  @Column('text', { name: 'profile_hash', nullable: true })
  profileHash!: string | null;

  @Column('timestamptz', { name: 'schema_taken_at', nullable: true })
  schemaTakenAt!: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
