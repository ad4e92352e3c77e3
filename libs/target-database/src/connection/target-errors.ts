import { PermanentError } from '@assay/contracts';

/** The message never repeats the url. */
export function invalidUrl(reason: string): PermanentError {
  return new PermanentError('TARGET_URL_INVALID', `the database url is not valid: ${reason}`);
}

export function forbiddenTarget(reason: string): PermanentError {
  return new PermanentError('TARGET_HOST_FORBIDDEN', `the database may not be connected to: ${reason}`);
}

/** @param reason a fixed phrase */
export function unreachable(reason: string): PermanentError {
  return new PermanentError('DATABASE_UNREACHABLE', `the database cannot be reached: ${reason}`);
}
