import { AssayError } from '@assay/contracts';

export class Interrupted extends AssayError {
  constructor(message: string) {
    super('INTERRUPTED', message);
  }
}
