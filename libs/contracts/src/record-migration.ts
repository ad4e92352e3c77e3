/** Newest migration that the services need. A starting process waits for it; later ones are compatible. */
export const RECORD_MIGRATION = 'Webhooks1767200000000';
