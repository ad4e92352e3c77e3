import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { RequestProblem } from '@assay/contracts';
import type { Caller } from '@assay/questions';
import type { Request, Response } from 'express';
import type { IncomingHttpHeaders } from 'node:http';
import { hasBody } from './body-problems.js';

/** A request that passed the gate. */
export interface AdmittedRequest extends Request {
  caller?: Caller;
}

/** Who asks. */
export const FromCaller = createParamDecorator((_options: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<AdmittedRequest>();
  if (!caller) throw new Error('a route outside of the gate asks for its caller');
  return caller;
});

/** The body of a write, whatever its shape. @throws RequestProblem 400 where there is none */
export const JsonBody = createParamDecorator((_options: unknown, context: ExecutionContext): unknown => {
  const request = context.switchToHttp().getRequest<{ body: unknown; headers: IncomingHttpHeaders }>();
  const { body } = request;
  // the parser takes nothing at all for an empty object
  if (body === undefined || !hasBody(request.headers))
    throw new RequestProblem(400, 'BODY_NOT_JSON', 'The body has to be JSON.');
  return body;
});

/** Fires when the caller goes away before the answer. */
export const CallerGone = createParamDecorator((_options: unknown, context: ExecutionContext): AbortSignal => {
  const response = context.switchToHttp().getResponse<Response>();
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableEnded) gone.abort(new Error('the caller has gone away'));
  });
  return gone.signal;
});
