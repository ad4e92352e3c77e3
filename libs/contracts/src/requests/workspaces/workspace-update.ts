import { MayBeLeftOut } from '../checks/may-be-left-out.js';
import { Nested } from '../checks/nested.js';
import { DatabaseConnection } from './database-connection.js';
import { AreDescriptions } from './are-descriptions.js';
import { IsWorkspaceName } from './is-workspace-name.js';
import { WorkspaceFields } from './workspace-fields.js';

/** Merges settings and descriptions, replaces the rest. */
export class WorkspaceUpdate extends WorkspaceFields {
  @IsWorkspaceName()
  @MayBeLeftOut()
  name?: string;

  @Nested(() => DatabaseConnection)
  @MayBeLeftOut()
  database?: DatabaseConnection;

  /** `table` or `table.column` → text; null removes one. */
  @AreDescriptions()
  @MayBeLeftOut()
  descriptions?: Record<string, string | null>;
}
