import { PermanentError } from '@assay/contracts';

/** Something was asked for that no script has an answer to. */
export class UnscriptedError extends PermanentError {
  constructor(message: string) {
    super('DEMO_NOT_SCRIPTED', message);
  }
}
