import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { requireRight } from '@assay/contracts/requests';
import { callerOf } from '../http/request.js';
import { Needs } from './needs.js';

/**
 * Checks the route's right before the request is validated, except on `late` routes. If the right depends on a workspace
 * or question, the service checks that, too.
 */
@Injectable()
export class RightsGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws RequestProblem 403; Error if the route names no right */
  canActivate(context: ExecutionContext): boolean {
    const needed = this.reflector.getAllAndOverride(Needs, [context.getHandler(), context.getClass()]);
    if (needed === undefined) throw new Error(`${context.getHandler().name} names no right`);
    if (needed.right !== null && needed.late !== true) requireRight(callerOf(context), needed.right);
    return true;
  }
}
