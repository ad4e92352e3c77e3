import type { FieldProblem } from './answers/problem.js';
import type { NextStep } from './answers/question.js';
import { AssayError } from './errors.js';

export interface RequestProblemOptions {
  /** The fields that were refused. */
  errors?: FieldProblem[];
  /** What may be done instead. */
  nextSteps?: NextStep[];
  /** Seconds after which the same request may fare better; makes the problem retryable. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/**
 * A request that is refused, in the words of the outside contract. `status` is the HTTP status that the edge answers
 * with; an edge without HTTP (the queue `questions`) uses code, message and fields alone.
 */
export class RequestProblem extends AssayError {
  readonly errors: FieldProblem[];
  readonly nextSteps: NextStep[];
  readonly retryAfterSeconds: number | null;

  constructor(
    readonly status: number,
    code: string,
    message: string,
    options: RequestProblemOptions = {},
  ) {
    super(code, message, { retryable: options.retryAfterSeconds !== undefined, cause: options.cause });
    this.errors = options.errors ?? [];
    this.nextSteps = options.nextSteps ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}
