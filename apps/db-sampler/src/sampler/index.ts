export { DatabaseSampler } from './database-sampler.js';
export { exportRows } from './export-rows.js';
export type { WorkspaceConnection } from './workspace-connection.js';
