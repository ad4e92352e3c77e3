import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Caller } from '@assay/requests';
import type { Request, Response } from 'express';

/** A request that passed the gate. */
export interface AdmittedRequest extends Request {
  caller?: Caller;
}

/** Who asks. */
export const FromCaller = createParamDecorator((_options: unknown, context: ExecutionContext) => callerOf(context));

/** Who asks. @throws Error on a route outside of the gate */
export function callerOf(context: ExecutionContext): Caller {
  const { caller } = context.switchToHttp().getRequest<AdmittedRequest>();
  if (!caller) throw new Error('a route outside of the gate asks for its caller');
  return caller;
}

/** Fires when the caller goes away before the answer. */
export const CallerGone = createParamDecorator((_options: unknown, context: ExecutionContext): AbortSignal => {
  const response = context.switchToHttp().getResponse<Response>();
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableEnded) gone.abort(new Error('the caller has gone away'));
  });
  return gone.signal;
});
