export { DatabaseSampler, type SamplerOptions } from './database-sampler.js';
export type { WorkspaceConnection } from './workspace-connection.js';
export type { WorkspaceLimits } from './workspace-database.js';
