import { ConfigError } from './config-error.js';

/**
 * Does what depends on a variable that is well-formed but may name nothing that exists: a server, a folder, a port.
 *
 * @param what what cannot be done, as the beginning of a sentence
 * @throws ConfigError naming the variable, with the words of the error behind it; nothing of the variable's own value
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

/** A name with several addresses fails with one error for each, and no words of its own. */
function wordsOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError && error.message === '' ? error.errors[0] : error;
  return first instanceof Error ? first.message || first.name : String(first);
}
