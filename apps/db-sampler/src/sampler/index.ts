export { DatabaseSampler } from './database-sampler.js';
export type { WorkspaceConnection } from './workspace-connection.js';
