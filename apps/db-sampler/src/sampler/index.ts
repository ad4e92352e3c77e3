export { DatabaseSampler } from './database-sampler.js';
export { RowExporter } from './export-rows.js';
export type { WorkspaceConnection } from './workspace-connection.js';
