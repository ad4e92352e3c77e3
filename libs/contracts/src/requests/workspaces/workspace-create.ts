import { Nested } from '../checks/nested.js';
import { DatabaseConnection } from './database-connection.js';
import { IsWorkspaceName } from './is-workspace-name.js';
import { WorkspaceFields } from './workspace-fields.js';

export class WorkspaceCreate extends WorkspaceFields {
  @IsWorkspaceName()
  name!: string;

  @Nested(() => DatabaseConnection)
  database!: DatabaseConnection;
}
