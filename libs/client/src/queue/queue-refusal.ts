import { AssayError, type FieldProblem } from '@assay/contracts';

/** Assay refused a job: what is wrong, by field. */
export class QueueRefusal extends AssayError {
  constructor(
    code: string,
    readonly errors: FieldProblem[],
  ) {
    super(code, errors.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)).join('; '));
  }
}
