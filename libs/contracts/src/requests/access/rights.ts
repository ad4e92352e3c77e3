import type { Right, Role } from '../../index.js';

/** `key` and `curating-key` are the roles of API keys; their rights are those of earlier releases. */
export type AnyRole = Role | 'key' | 'curating-key';

/** Who asked a question or began a story evaluation, as seen by a caller. */
export type AskerKind = 'nobody' | 'me' | 'others';

interface RightRow {
  /** What it permits, for the documentation. */
  does: string;
  /**
   * Roles that have it. True: for the questions of every asker. A list: only for those of these askers, seen from the
   * caller.
   */
  roles: Partial<Record<AnyRole, readonly AskerKind[] | true>>;
}

const ANY: readonly AskerKind[] = ['nobody', 'me', 'others'];
const OWN: readonly AskerKind[] = ['me'];
const NO_QUESTIONS: readonly AskerKind[] = ['nobody'];

/**
 * The one table of rights, for every route; MCP tools use routes. Jobs of queues have all rights; those that name a
 * person have an asker's.
 */
export const RIGHTS: Readonly<Record<Right, RightRow>> = {
  use: {
    does: 'list workspaces; read their schema, profile, files and usage',
    roles: { asker: true, curator: true, auditor: true, admin: true, key: true, 'curating-key': true },
  },
  ask: {
    does: 'ask and follow up; read, export and link rows, settle, name, comment, cancel; refresh schemas; evaluate stories',
    roles: { asker: OWN, curator: OWN, admin: ANY, key: NO_QUESTIONS, 'curating-key': NO_QUESTIONS },
  },
  see: {
    does: 'read questions and records, follow, replay',
    roles: { asker: OWN, curator: ANY, auditor: ANY, admin: ANY, key: NO_QUESTIONS, 'curating-key': ANY },
  },
  seeValues: {
    does: 'of others also values, reasons, events, model calls, replays',
    roles: { auditor: true, admin: true },
  },
  seeStories: {
    does: 'read story evaluations, and with `ask` cancel them',
    roles: { asker: OWN, curator: OWN, auditor: ANY, admin: ANY, key: OWN, 'curating-key': OWN },
  },
  curate: {
    does: 'change gold SQLs and imports, like, correct with SQL, evaluate, remember settled points as evidence',
    roles: { curator: true, admin: true, 'curating-key': true },
  },
  changeEvidence: { does: "replace a workspace's evidence", roles: { curator: true, admin: true } },
  readCuration: {
    does: 'read gold SQLs, imports, comments, drift and evaluations',
    roles: { curator: true, auditor: true, admin: true, key: true, 'curating-key': true },
  },
  audit: { does: 'read the audit trail', roles: { auditor: true, admin: true } },
  operate: {
    does: 'workspaces, models, files, keys, queues, dead letters, metrics',
    roles: { admin: true },
  },
};

const COLUMNS: readonly AnyRole[] = ['asker', 'curator', 'auditor', 'admin', 'key', 'curating-key'];

export function rightsTable(): string {
  const rows = Object.entries(RIGHTS).map(([right, { does, roles }]) => [
    `\`${right}\`: ${does}`,
    ...COLUMNS.map((role) => cellOf(roles[role])),
  ]);
  return [['right', ...COLUMNS], ['-', ...COLUMNS.map(() => '-')], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function cellOf(extent: readonly AskerKind[] | true | undefined): string {
  if (extent === undefined) return '–';
  if (extent === OWN) return 'own';
  if (extent === NO_QUESTIONS) return 'of no person';
  return extent === true ? 'yes' : 'all';
}
