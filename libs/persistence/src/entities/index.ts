/** TypeORM's view of the record, apart from the rest: who has only hot statements does not load TypeORM. */
export { recordOptions } from '../data-source.js';
export { ApiKeyEntity } from './api-key.entity.js';
export { AuditEntryEntity } from './audit-entry.entity.js';
export { ENTITIES } from './entities.js';
export { GoldSqlEntity } from './gold-sql.entity.js';
export { KnowledgeEntity } from './knowledge.entity.js';
export { WorkspaceEntity } from './workspace.entity.js';
