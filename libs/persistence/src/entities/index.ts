/** Separate entry: processes with hot statements only do not load TypeORM. */
export { recordOptions } from '../data-source.js';
export { ApiKeyEntity } from './api-key.entity.js';
export { AuditEntryEntity } from './audit-entry.entity.js';
export { ENTITIES } from './entities.js';
export { GoldSqlEntity } from './gold-sql.entity.js';
export { KnowledgeEntity } from './knowledge.entity.js';
export { WorkspaceEntity } from './workspace.entity.js';
