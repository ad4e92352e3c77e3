import { PermanentError } from '@assay/contracts';

/** The url of a workspace is not one that we accept; the message never repeats the url. */
export function invalidUrl(reason: string): PermanentError {
  return new PermanentError('TARGET_URL_INVALID', `the database url is not valid: ${reason}`);
}

/** The url names a place that workspaces may not connect to. */
export function forbiddenTarget(reason: string): PermanentError {
  return new PermanentError('TARGET_HOST_FORBIDDEN', `the database may not be connected to: ${reason}`);
}

/** The database of a workspace cannot be reached at all; `reason` is one of our own fixed phrases. */
export function unreachable(reason: string): PermanentError {
  return new PermanentError('DATABASE_UNREACHABLE', `the database cannot be reached: ${reason}`);
}
