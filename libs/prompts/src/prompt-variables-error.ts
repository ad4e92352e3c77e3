import { PermanentError } from '@assay/contracts';

/** Variables that no prompt can be made of: a caller's mistake, not the model's. */
export class PromptVariablesError extends PermanentError {
  constructor(message: string) {
    super('PROMPT_VARIABLES', message);
  }
}
