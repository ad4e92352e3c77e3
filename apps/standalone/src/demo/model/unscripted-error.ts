import { PermanentError } from '@assay/contracts';

export class UnscriptedError extends PermanentError {
  constructor(message: string) {
    super('DEMO_NOT_SCRIPTED', message);
  }
}
