import { ConfigError } from './config-error.js';

/**
 * Maps a failure to the variable that caused it, such as a missing folder or a port in use.
 * @param what the failed action, as the beginning of a sentence
 * @throws ConfigError with the variable and the original message, but not its value
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

/** A host with several addresses fails with an AggregateError without a message. */
function wordsOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError && error.message === '' ? error.errors[0] : error;
  return first instanceof Error ? first.message || first.name : String(first);
}
