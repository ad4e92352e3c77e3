export { DatabaseSampler } from './database-sampler.js';
export { allowsMore } from './examine.js';
export { RowExporter } from './export-rows.js';
export { serverOf, type WorkspaceConnection } from './workspace-connection.js';
