import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import {
  AssayError,
  InfrastructureError,
  RequestProblem,
  stepsAfterError,
  type ProblemDocument,
  type RefusalStep,
} from '@assay/contracts';
import { toAssayError } from '@assay/persistence';
import { InjectLogger, type AnsweredResponse, type Logger } from '@assay/runtime';
import type { Request, Response } from 'express';
import { STATUS_CODES } from 'node:http';
import { notFoundPage } from './front-door.js';
import { instruments } from '@assay/runtime/telemetry';

/** Statuses that refuse the caller, not the object. */
const REFUSING = new Set([401, 403, 413, 415, 429]);

function countRefusal(status: number, code: string): boolean {
  if (!REFUSING.has(status)) return false;
  instruments().httpRefused.add(1, { code });
  return true;
}

const UNREACHABLE = 'DATABASE_UNREACHABLE';
/** db-sampler errors of a workspace that was allowed when created. */
const NOT_ALLOWED = new Set(['ROLE_TOO_POWERFUL', 'TARGET_HOST_FORBIDDEN', 'TARGET_URL_INVALID']);
/** Retry-After if Assay or a dependency is down. */
const RETRY_SECONDS = 5;

/** Maps all errors to RFC 9457 without internal details. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@InjectLogger() private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const { method, path, socket } = request;
    const response = http.getResponse<Response & AnsweredResponse>();
    const problem = problemOf(error);
    response.problem = problem.code;
    const isGone = response.destroyed && !response.writableEnded;
    if (problem.status >= 500 && !isGone) this.logger.error({ err: error, method, path }, 'a request failed');
    if (countRefusal(problem.status, problem.code)) {
      const { code } = problem;
      this.logger.info({ code, method, path, from: socket.remoteAddress }, 'a request was refused');
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const page = problem === NO_ROUTE ? notFoundPage(request) : null;
    if (page !== null) {
      response.status(404).type('html').setHeader('cache-control', 'no-cache').send(page);
      return;
    }
    if (problem.retryAfterSeconds !== null) response.setHeader('retry-after', String(problem.retryAfterSeconds));
    if (problem.status === 401 && !response.hasHeader('www-authenticate'))
      response.setHeader('www-authenticate', 'Bearer');
    response
      .status(problem.status)
      .type('application/problem+json')
      .send(JSON.stringify(documentOf(problem)));
  }
}

export function problemOf(thrown: unknown): RequestProblem {
  // Repositories pass on errors of TypeORM and the driver.
  const error = toAssayError(thrown);
  if (error instanceof RequestProblem) return error;
  if (error instanceof AssayError && NOT_ALLOWED.has(error.code)) {
    return new RequestProblem(409, error.code, "The workspace's database may not be used as it is configured.", {
      nextSteps: stepsAfterError(error),
    });
  }
  if (error instanceof AssayError && isOfAsker(error.code)) return new RequestProblem(403, error.code, error.message);
  if (error instanceof InfrastructureError || (error instanceof AssayError && isOfTarget(error.code))) {
    return new RequestProblem(503, error.code, unavailable(error.code), {
      retryAfterSeconds: RETRY_SECONDS,
      nextSteps: stepsAfterUnavailability(error),
    });
  }
  const status = error instanceof HttpException ? error.getStatus() : 500;
  // Nest's own 400 is an undecodable path; bodies are rejected earlier.
  if (status === 404 || status === 400) return NO_ROUTE;
  if (status < 500) {
    return new RequestProblem(status, `HTTP_${status}`, STATUS_CODES[status] ?? 'The request is refused.', {
      nextSteps: NO_ROUTE.nextSteps,
    });
  }
  return new RequestProblem(500, 'INTERNAL', 'Internal error. The details are in the log.');
}

const NO_ROUTE = new RequestProblem(404, 'NOT_FOUND', 'There is no such path. The documentation is at /docs.');

/** Parts of Assay recover by themselves; target errors have their own steps. */
function stepsAfterUnavailability(error: AssayError): RefusalStep[] {
  return isOfTarget(error.code)
    ? stepsAfterError(error)
    : [{ action: 'retry', message: 'Wait a moment, and try again.' }];
}

/** Whether db-sampler refuses to read rows as this person. */
function isOfAsker(code: string): code is 'ASKER_REFUSED' | 'ASKER_UNSAFE' {
  return code === 'ASKER_REFUSED' || code === 'ASKER_UNSAFE';
}

function isOfTarget(code: string): boolean {
  return code === UNREACHABLE || code.startsWith('TARGET_');
}

/** db-sampler's codes for an unknown request, in current and earlier releases. */
const OTHER_RELEASE = new Set(['REQUEST_UNKNOWN', 'INTERNAL']);

function unavailable(code: string): string {
  if (code === 'TARGET_BUSY') return "The workspace's database is still running earlier statements.";
  if (OTHER_RELEASE.has(code))
    return 'db-sampler could not do this. Its release may be older than the API. See its log.';
  const what = isOfTarget(code)
    ? "The workspace's database"
    : code === 'DB_SAMPLER_UNAVAILABLE'
      ? 'db-sampler'
      : 'A part of Assay';
  return `${what} is not available right now; try again soon.`;
}

function documentOf(problem: RequestProblem): ProblemDocument {
  const { status, code, message, errors, nextSteps } = problem;
  return {
    type: `urn:assay:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    code,
    ...(errors.length > 0 ? { errors } : {}),
    nextSteps,
  };
}
