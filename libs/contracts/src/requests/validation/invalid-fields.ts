import { RequestProblem, type FieldProblem } from '../../index.js';

/** 422 `VALIDATION_FAILED`. */
export function invalidFields(errors: FieldProblem[]): RequestProblem {
  const named = errors.map(({ field, message }) => `${field} ${message}`).join('; ');
  return new RequestProblem(422, 'VALIDATION_FAILED', `The request is not valid: ${named}.`, { errors });
}
