import type { FieldProblem, RefusalStep } from './answers/problem.js';
import { AssayError } from './errors.js';
import { stepsAfterRefusal, type RefusalCode } from './refusals.js';

export interface RequestProblemOptions {
  /** The fields that were refused. */
  errors?: FieldProblem[];
  /** What may be done, where this refusal knows better than the table of them all. */
  nextSteps?: RefusalStep[];
  /** Seconds after which the same request may fare better; makes the problem retryable. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/**
 * A request that is refused, in the words of the outside contract. `status` is the HTTP status that the edge answers
 * with; an edge without HTTP (the queue `questions`) uses the rest.
 */
export class RequestProblem extends AssayError {
  readonly errors: FieldProblem[];
  /** Never empty where the code is one of `REFUSALS`. */
  readonly nextSteps: RefusalStep[];
  readonly retryAfterSeconds: number | null;

  constructor(status: number, code: RefusalCode, message: string, options?: RequestProblemOptions);
  /** Of a code that is not in `REFUSALS`, such as one of an error: with what may be done. */
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
