import { PermanentError } from '@assay/contracts';

/** Inconsistent variables: a bug of the caller. */
export class PromptVariablesError extends PermanentError {
  constructor(message: string) {
    super('PROMPT_VARIABLES', message);
  }
}
