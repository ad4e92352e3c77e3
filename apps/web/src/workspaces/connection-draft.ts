import { isFileDialect, isSecretParameter, type Dialect } from '@assay/contracts';
import type { WorkspaceCreate } from '@assay/contracts/requests';

export interface ConnectionDraft {
  dialect: Dialect;
  url: string;
  /** Not URL-encoded. */
  password: string;
  acceptPrivileged: boolean;
  /** Further accepted objects. */
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
/** Assay rejects other secret parameters. */
const PASSWORD_PARAMETER = /^(password|passwd|pass|pwd)$/i;
const WITH_PASSWORD = /^([a-z][a-z0-9+.-]*:\/\/[^:@/?#]*):([^/?#]*)@/i;

export function databaseOf(draft: ConnectionDraft): WorkspaceCreate['database'] {
  const { dialect, accept, acceptPrivileged } = draft;
  const { url: bare, password } = withoutSecrets({ ...draft, url: draft.url.trim() });
  const url = isFileDialect(dialect) ? fileUrl(dialect, bare) : password === '' ? bare : withPassword(bare, password);
  return { dialect, url, accept, ...(acceptPrivileged ? { acceptPrivileged } : {}) };
}

function fileUrl(dialect: Dialect, given: string): string {
  return given.startsWith('/') ? `${dialect}://${given}` : given;
}

function withPassword(url: string, password: string): string {
  return url.replace(
    SCHEME_AND_USER,
    (_, scheme: string, user = '') => `${scheme}${user}:${encodeURIComponent(password)}@`,
  );
}

/** Extracts the password of a URL; default: `password`. */
export function withoutPassword(url: string, password = ''): Pick<ConnectionDraft, 'url' | 'password'> {
  const [whole, start, secret] = WITH_PASSWORD.exec(url) ?? [];
  if (whole === undefined || secret === undefined || secret === '') return { url, password };
  return { url: `${start}@${url.slice(whole.length)}`, password: decoded(secret) };
}

/** Moves secrets to the password field. Other secret parameters keep only their name. */
export function withoutSecrets(draft: Pick<ConnectionDraft, 'dialect' | 'url' | 'password'>): typeof draft {
  const { dialect } = draft;
  const parts = withoutPassword(draft.url, draft.password);
  const [, start = '', query = '', end = ''] = /^([^?#]*)\?([^#]*)(.*)$/s.exec(parts.url) ?? [];
  if (start === '' || start.startsWith('/')) return { dialect, ...parts };
  let { password } = parts;
  const kept = query.split('&').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=');
    if (!isSecretParameter(decoded(name)) || value.join('=') === '') return [pair];
    if (isFileDialect(dialect) || !PASSWORD_PARAMETER.test(decoded(name))) return [`${name}=`];
    password = decoded(value.join('='));
    return [];
  });
  return { dialect, url: `${start}${kept.length > 0 ? '?' : ''}${kept.join('&')}${end}`, password };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray % is not an escape.
  }
}
