import { ApiKeyEntity } from './api-key.entity.js';
import { AuditEntryEntity } from './audit-entry.entity.js';
import { GoldSqlEntity } from './gold-sql.entity.js';
import { KnowledgeEntity } from './knowledge.entity.js';
import { WorkspaceEntity } from './workspace.entity.js';

export const ENTITIES = [ApiKeyEntity, AuditEntryEntity, GoldSqlEntity, KnowledgeEntity, WorkspaceEntity];
