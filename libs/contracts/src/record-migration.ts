/** Newest migration that the services need. A starting process waits for it; later ones are compatible. */
export const RECORD_MIGRATION = 'Losses1767500000000';
