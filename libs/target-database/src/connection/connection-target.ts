import { UPLOADED_NAME, type Dialect } from '@assay/contracts';
import type { Secret } from '../secrets/secret.js';

/**
 * How a connection is encrypted: `prefer` takes TLS where the server offers it, `require` insists on it,
 * `verify-ca` checks who signed the certificate, `verify-full` also whose name it carries.
 */
export const TLS_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type TlsMode = (typeof TLS_MODES)[number];

/** A database behind a network address, as its url names it; nothing is resolved yet. */
export interface ServerTarget {
  kind: 'server';
  dialect: Dialect;
  host: string;
  port: number;
  user: string;
  password: Secret;
  database: string;
  tls: TlsMode;
}

/** A database file, or a folder of files; symbolic links are not resolved yet. */
export interface FileTarget {
  kind: 'file';
  dialect: Dialect;
  path: string;
  /** Paths below the folder, which alone are meant; left out: all files of the folder. */
  files?: readonly string[];
}

/** The files that were uploaded to the workspace. */
export interface UploadsTarget {
  kind: 'uploads';
  dialect: Dialect;
}

export type ConnectionTarget = ServerTarget | FileTarget | UploadsTarget;

/** A server whose addresses were looked up once and checked: these, and no others, are dialled. */
export interface ResolvedServer extends ServerTarget {
  /** Checked IP addresses in the order in which they are tried. */
  addresses: [string, ...string[]];
}

/** A database file whose real path lies below an allowed folder. */
export interface ResolvedFile extends FileTarget {
  /** Whether it is the folder of uploaded files, which may hold none. */
  isUploads?: boolean;
}

export type ResolvedTarget = ResolvedServer | ResolvedFile;

/** What people call the database: its name on the server, or its file's. */
export function nameOf(target: ResolvedTarget): string {
  if (target.kind === 'server') return target.database;
  if (target.isUploads === true) return UPLOADED_NAME;
  return (target.path.split(/[\\/]/).at(-1) ?? '').replace(/\.[^.]*$/, '');
}
