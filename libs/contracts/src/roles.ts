export const ROLES = ['asker', 'curator', 'auditor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What a role may do; `RIGHTS` in `./requests/index.js` says which role may. */
export const RIGHT_NAMES = [
  'use',
  'ask',
  'see',
  'seeValues',
  'seeStories',
  'curate',
  'changeEvidence',
  'readCuration',
  'audit',
  'operate',
] as const;
export type Right = (typeof RIGHT_NAMES)[number];
