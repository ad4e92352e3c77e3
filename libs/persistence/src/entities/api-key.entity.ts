import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Id } from '@assay/contracts';

@Entity({ name: 'api_keys', schema: 'assay' })
export class ApiKeyEntity {
  @PrimaryColumn('uuid')
  id!: Id;

  @Column('text')
  name!: string;

  /** SHA-256, hex. */
  @Column('text')
  hash!: string;

  @Column('text')
  role!: 'admin' | 'workspace';

  /** Null: all. */
  @Column('uuid', { array: true, nullable: true })
  workspaces!: Id[] | null;

  /** May create gold SQLs (like). */
  @Column('boolean', { name: 'may_curate' })
  mayCurate!: boolean;

  /** May send `X-Assay-Person`. */
  @Column('boolean', { name: 'may_act_for', default: false })
  mayActFor!: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;
}
