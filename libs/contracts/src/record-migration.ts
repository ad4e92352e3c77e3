/**
 * Newest migration that the services need. A starting process waits for it; later migrations are compatible (expand
 * first).
 */
export const RECORD_MIGRATION = 'Webhooks1767200000000';
