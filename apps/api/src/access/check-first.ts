import {
  Inject,
  Injectable,
  mixin,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import type { Caller } from '@assay/contracts/requests';
import type { Request } from 'express';
import { callerOf } from '../http/request.js';

/** Checks access before bodies and queries are validated, so that errors reveal nothing. */
export function CheckFirst<Service>(
  token: Type<Service>,
  check: (service: Service, id: string, caller: Caller, query: Request['query']) => unknown,
): MethodDecorator {
  @Injectable()
  class Check implements CanActivate {
    constructor(@Inject(token) private readonly service: Service) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const { params, query } = context.switchToHttp().getRequest<Request<{ id: string }>>();
      await check(this.service, params.id, callerOf(context), query);
      return true;
    }
  }
  return UseGuards(mixin(Check));
}
