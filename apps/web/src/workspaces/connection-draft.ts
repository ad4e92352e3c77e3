import { isFileDialect, type Dialect } from '@assay/contracts';
import type { WorkspaceCreate } from '@assay/requests';

/** What the form of a connection holds. */
export interface ConnectionDraft {
  dialect: Dialect;
  /** Without its password. */
  url: string;
  /** As it is typed, not encoded. */
  password: string;
  acceptPrivileged: boolean;
  /** Names of what the role may use beyond its tables. */
  accept: string[];
}

export const EMPTY_CONNECTION: ConnectionDraft = {
  dialect: 'postgres',
  url: '',
  password: '',
  acceptPrivileged: false,
  accept: [],
};

const SCHEME_AND_USER = /^([a-z][a-z0-9+.-]*:\/\/)(?:([^:@/?#]*)@)?/i;
const WITH_PASSWORD = /^([a-z][a-z0-9+.-]*:\/\/[^:@/?#]*):([^/?#]*)@/i;

/** The database that a draft stands for, with the password in its url. */
export function databaseOf(draft: ConnectionDraft): WorkspaceCreate['database'] {
  const { dialect, password, accept, acceptPrivileged } = draft;
  const bare = draft.url.trim();
  const url = isFileDialect(dialect) ? fileUrl(dialect, bare) : password === '' ? bare : withPassword(bare, password);
  return { dialect, url, accept, ...(acceptPrivileged ? { acceptPrivileged } : {}) };
}

/** A path is what people have of a file; as it stands where it is a url already. */
function fileUrl(dialect: Dialect, given: string): string {
  return given.startsWith('/') ? `${dialect}://${given}` : given;
}

function withPassword(url: string, password: string): string {
  return url.replace(
    SCHEME_AND_USER,
    (_, scheme: string, user = '') => `${scheme}${user}:${encodeURIComponent(password)}@`,
  );
}

/** A url and its password apart; `password` where the url has none. */
export function withoutPassword(url: string, password = ''): Pick<ConnectionDraft, 'url' | 'password'> {
  const [whole, start, secret] = WITH_PASSWORD.exec(url) ?? [];
  if (whole === undefined || secret === undefined || secret === '') return { url, password };
  return { url: `${start}@${url.slice(whole.length)}`, password: decoded(secret) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a % that encodes nothing
  }
}
