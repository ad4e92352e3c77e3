import { isIPv6 } from 'node:net';
import { DIALECT_URLS, takesFolders, UPLOADS_URL, urlExample, type Dialect, type UrlShape } from '@assay/contracts';
import { Secret } from './secret.js';
import {
  TLS_MODES,
  type ConnectionTarget,
  type FileTarget,
  type ServerTarget,
  type TlsMode,
  type UploadsTarget,
} from './connection-target.js';
import { invalidUrl } from './target-errors.js';

const TLS_PARAMETERS = new Set(['sslmode', 'ssl-mode', 'ssl', 'tls']);

const TLS_SYNONYMS: Record<string, TlsMode> = {
  false: 'disable',
  disabled: 'disable',
  preferred: 'prefer',
  true: 'require',
  required: 'require',
  'verify-identity': 'verify-full',
};

const SERVER_URL =
  /^(?<scheme>[a-z]+):\/\/(?:(?<user>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?(?<host>\[[^\]]*\]|[^:/?#@[\]]*)(?::(?<port>[^/?#]*))?(?:\/(?<database>[^?#]*))?(?:\?(?<query>[^#]*))?$/i;

/**
 * Parses a workspace url; driver parameters (`host=`, `options`, paths) are refused.
 * @throws PermanentError `TARGET_URL_INVALID`, without secrets
 */
export function parseTargetUrl(dialect: Dialect, url: string): ConnectionTarget {
  const { schemes, port }: UrlShape = DIALECT_URLS[dialect];
  return port === null ? parseFileUrl(dialect, url) : parseServerUrl(dialect, url, schemes, port);
}

function parseServerUrl(dialect: Dialect, url: string, schemes: readonly string[], port: number): ServerTarget {
  const parts = SERVER_URL.exec(url)?.groups;
  if (!parts) {
    throw invalidUrl(`expected ${schemes[0]}://user:password@host:port/database (special characters encoded)`);
  }
  const scheme = (parts.scheme ?? '').toLowerCase();
  if (!schemes.includes(scheme)) {
    throw invalidUrl(`the scheme has to be ${schemes.map((name) => `${name}://`).join(' or ')}`);
  }
  return {
    kind: 'server',
    dialect,
    host: parseHost(parts.host ?? ''),
    port: parsePort(parts.port, port),
    user: required('user', decode('user', parts.user ?? '')),
    password: new Secret(decode('password', parts.password ?? '')),
    database: required('database', decode('database', parts.database ?? '')),
    tls: parseTls(parts.query ?? ''),
  };
}

const FILE_URL = /^(?<scheme>[a-z]+):\/\/(?<host>[^/?#]*)(?<path>\/[^?#]*)(?:\?(?<query>[^#]*))?$/i;

const FILE_PARAMETER = 'file';

function parseFileUrl(dialect: Dialect, url: string): FileTarget | UploadsTarget {
  const { schemes }: UrlShape = DIALECT_URLS[dialect];
  if (takesFolders(dialect) && url === UPLOADS_URL) return { kind: 'uploads', dialect };
  const parts = FILE_URL.exec(url)?.groups;
  const isOurs = parts?.host === '' && schemes.includes((parts.scheme ?? '').toLowerCase());
  if (!parts || !isOurs) throw invalidUrl(`expected ${urlExample(dialect)}`);
  const named = refuseParameters(parts.query ?? '', (name) => takesFolders(dialect) && name === FILE_PARAMETER);
  const path = decode('path', parts.path ?? '');
  return {
    kind: 'file',
    dialect,
    // Windows: sqlite:///C:/folder/file.sqlite.
    path: /^\/[a-z]:\//i.test(path) ? path.slice(1) : path,
    ...(named.length === 0 ? {} : { files: named.map(({ value }) => fileBelow(value)) }),
  };
}

function fileBelow(path: string): string {
  const steps = path.split('/');
  if (steps.some((step) => step === '' || step === '.' || step === '..' || /\\|^[a-z]:/i.test(step))) {
    throw invalidUrl('each file has to be a path below the folder');
  }
  return path;
}

function parseHost(host: string): string {
  if (host.startsWith('[')) {
    const address = host.slice(1, -1);
    if (!isIPv6(address) || address.includes('%')) throw invalidUrl('the host in brackets is not an IPv6 address');
    return address;
  }
  if (host === '') throw invalidUrl('the host is missing');
  // Rejects host lists and encoded socket paths.
  if (!/^[a-z0-9._-]{1,253}$/i.test(host)) throw invalidUrl('the host is not a single name or address');
  return host.toLowerCase();
}

function parsePort(port: string | undefined, byDefault: number): number {
  if (port === undefined) return byDefault;
  const number = /^\d{1,5}$/.test(port) ? Number(port) : 0;
  if (number < 1 || number > 65_535) throw invalidUrl('the port is not a number between 1 and 65535');
  return number;
}

function parseTls(query: string): TlsMode {
  const given = refuseParameters(query, (name) => TLS_PARAMETERS.has(name));
  if (given.length > 1) throw invalidUrl('the TLS mode is given more than once');
  const [first] = given;
  if (!first) return 'prefer';
  const written = first.value.toLowerCase().replaceAll('_', '-');
  const mode = TLS_MODES.find((known) => known === written) ?? TLS_SYNONYMS[written];
  if (!mode) throw invalidUrl(`${first.name} has to be one of ${TLS_MODES.join(', ')}`);
  return mode;
}

function refuseParameters(query: string, accepts: (name: string) => boolean): { name: string; value: string }[] {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name: decode('query', name).toLowerCase(), value: decode('query', value.join('=')) };
    })
    .map((parameter) => {
      if (accepts(parameter.name)) return parameter;
      // Cut at an encoded `=`: the rest may be a password.
      const [name = ''] = parameter.name.split('=');
      throw invalidUrl(`the parameter ${JSON.stringify(name.slice(0, 60))} is not accepted`);
    });
}

function decode(part: string, text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    throw invalidUrl(`the ${part} is not encoded correctly`);
  }
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is looked for
  if (/[\u0000-\u001f\u007f]/.test(decoded)) throw invalidUrl(`the ${part} contains a control character`);
  return decoded;
}

function required(part: string, text: string): string {
  if (text === '') throw invalidUrl(`the ${part} is missing`);
  return text;
}
