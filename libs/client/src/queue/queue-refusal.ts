import { AssayError, type FieldProblem, type RefusalStep } from '@assay/contracts';

export class QueueRefusal extends AssayError {
  constructor(
    code: string,
    readonly errors: FieldProblem[],
    readonly nextSteps: RefusalStep[] = [],
  ) {
    super(code, errors.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)).join('; '));
  }
}
