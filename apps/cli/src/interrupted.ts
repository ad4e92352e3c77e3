import { AssayError } from '@assay/contracts';

/** Ctrl-C ended a command. */
export class Interrupted extends AssayError {
  constructor(message: string) {
    super('INTERRUPTED', message);
  }
}
