import { UPLOADED_NAME, type Dialect } from '@assay/contracts';
import type { Secret } from './secret.js';

/** `prefer`: if offered; `verify-ca`: the issuer; `verify-full`: also the host name. */
export const TLS_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type TlsMode = (typeof TLS_MODES)[number];

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

/** A database file or folder; symbolic links are not resolved. */
export interface FileTarget {
  kind: 'file';
  dialect: Dialect;
  path: string;
  /** Selected paths below the folder; default: all files. */
  files?: readonly string[];
}

export interface UploadsTarget {
  kind: 'uploads';
  dialect: Dialect;
}

export type ConnectionTarget = ServerTarget | FileTarget | UploadsTarget;

/** Addresses resolved and checked once; only these are dialled. */
export interface ResolvedServer extends ServerTarget {
  addresses: [string, ...string[]];
}

export interface ResolvedFile extends FileTarget {
  /** The folder of uploads, which may be empty. */
  isUploads?: boolean;
}

export type ResolvedTarget = ResolvedServer | ResolvedFile;

/** For display. */
export function nameOf(target: ResolvedTarget): string {
  if (target.kind === 'server') return target.database;
  if (target.isUploads === true) return UPLOADED_NAME;
  return (target.path.split(/[\\/]/).at(-1) ?? '').replace(/\.[^.]*$/, '');
}
