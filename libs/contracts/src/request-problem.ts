import type { FieldProblem, RefusalStep } from './answers/problem.js';
import { AssayError } from './errors.js';
import { stepsAfterRefusal, type RefusalCode } from './refusals.js';

export interface RequestProblemOptions {
  errors?: FieldProblem[];
  /** If more specific than the table. */
  nextSteps?: RefusalStep[];
  /** Earliest retry; makes the problem retryable. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A refused request. `status` is the HTTP status; the queue `questions` uses the other fields. */
export class RequestProblem extends AssayError {
  readonly errors: FieldProblem[];
  /** Not empty if the code is in `REFUSALS`. */
  readonly nextSteps: RefusalStep[];
  readonly retryAfterSeconds: number | null;

  constructor(status: number, code: RefusalCode, message: string, options?: RequestProblemOptions);
  /** For a code outside `REFUSALS`, such as an error's, with its steps. */
  constructor(
    status: number,
    code: string,
    message: string,
    options: RequestProblemOptions & Required<Pick<RequestProblemOptions, 'nextSteps'>>,
  );
  constructor(
    readonly status: number,
    code: string,
    message: string,
    options: RequestProblemOptions = {},
  ) {
    super(code, message, { retryable: options.retryAfterSeconds !== undefined, cause: options.cause });
    this.errors = options.errors ?? [];
    this.nextSteps = options.nextSteps ?? stepsAfterRefusal(code as RefusalCode);
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}
