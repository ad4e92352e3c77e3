import { HostRefused, resolveHost, type HostLookup, type HostPolicy } from '@assay/runtime/addresses';
import { realpath } from 'node:fs/promises';
import type {
  ConnectionTarget,
  ResolvedFile,
  ResolvedServer,
  ResolvedTarget,
  ServerTarget,
  UploadsTarget,
} from './connection-target.js';
import { resolveDatabaseFile } from './resolve-database-file.js';
import { unreachableFault } from '../target-faults.js';
import { forbiddenTarget, unreachable } from './target-errors.js';

export interface TargetPolicy extends HostPolicy {
  /** Folders of permitted database files (`ASSAY_FILE_DIRS`). */
  sqliteDirs: string[];
  uploads?: string;
}

/**
 * Resolves and checks once, so later DNS changes have no effect.
 * @throws PermanentError `TARGET_HOST_FORBIDDEN`, or `DATABASE_UNREACHABLE` (unknown name or file); InfrastructureError
 * `DATABASE_UNREACHABLE` if the lookup failed
 */
export async function resolveTarget(
  target: ConnectionTarget,
  policy: TargetPolicy,
  lookupHost?: HostLookup,
): Promise<ResolvedTarget> {
  switch (target.kind) {
    case 'file':
      return resolveDatabaseFile(target, policy.sqliteDirs);
    case 'uploads':
      return resolveUploads(target, policy);
    case 'server':
      return resolveServer(target, policy, lookupHost);
  }
}

async function resolveUploads({ dialect }: UploadsTarget, { uploads }: TargetPolicy): Promise<ResolvedFile> {
  if (uploads === undefined) throw unreachable('there are no uploaded files');
  return { kind: 'file', dialect, path: await realpath(uploads), isUploads: true };
}

async function resolveServer(
  target: ServerTarget,
  policy: TargetPolicy,
  lookupHost?: HostLookup,
): Promise<ResolvedServer> {
  try {
    return { ...target, addresses: await resolveHost(target, policy, lookupHost) };
  } catch (error) {
    if (!(error instanceof HostRefused)) throw unreachableFault(error);
    throw error.isUnknown ? unreachable(error.message) : forbiddenTarget(error.message);
  }
}
