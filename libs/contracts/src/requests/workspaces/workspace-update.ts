import { Omissible } from '../checks/omissible.js';
import { Nested } from '../checks/nested.js';
import { DatabaseConnection } from './database-connection.js';
import { AreDescriptions } from './are-descriptions.js';
import { IsWorkspaceName } from './is-workspace-name.js';
import { WorkspaceFields } from './workspace-fields.js';

/** Merges settings and descriptions, replaces the rest. */
export class WorkspaceUpdate extends WorkspaceFields {
  @IsWorkspaceName()
  @Omissible()
  name?: string;

  @Nested(() => DatabaseConnection)
  @Omissible()
  database?: DatabaseConnection;

  /** `table` or `table.column` → text; null removes one. */
  @AreDescriptions()
  @Omissible()
  descriptions?: Record<string, string | null>;
}
