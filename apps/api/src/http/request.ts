import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Caller } from '@assay/contracts/requests';
import type { Request, Response } from 'express';
import { finished } from 'node:stream';

export interface AdmittedRequest extends Request {
  caller?: Caller;
}

export const FromCaller = createParamDecorator((_options: unknown, context: ExecutionContext) => callerOf(context));

/** @throws Error on a route without the gate */
export function callerOf(context: ExecutionContext): Caller {
  const { caller } = context.switchToHttp().getRequest<AdmittedRequest>();
  if (!caller) throw new Error('a route outside of the gate asks for its caller');
  return caller;
}

/** Aborts if the caller disconnects before the response. */
export const CallerGone = createParamDecorator((_options: unknown, context: ExecutionContext): AbortSignal => {
  const response = context.switchToHttp().getResponse<Response>();
  const gone = new AbortController();
  finished(response, () => {
    if (!response.writableEnded) gone.abort(new Error('the client disconnected'));
  });
  return gone.signal;
});
