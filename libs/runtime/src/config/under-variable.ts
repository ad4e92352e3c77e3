import { ConfigError } from './config-error.js';

/**
 * Reports a failure as a problem of its variable, without the value.
 * @throws ConfigError
 */
export async function underVariable<Result>(
  variable: string,
  what: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    throw new ConfigError([{ variable, message: `${what}: ${wordsOf(error)}` }]);
  }
}

/** The AggregateError of a failed connection has no message. */
function wordsOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError && error.message === '' ? error.errors[0] : error;
  return first instanceof Error ? first.message || first.name : String(first);
}
