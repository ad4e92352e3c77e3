import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { requireAdmin } from '@assay/requests';
import { callerOf } from '../http/request.js';

/** Runs before the request is validated. */
@Injectable()
export class AdminGuard implements CanActivate {
  /** @throws RequestProblem 403 `ADMIN_ONLY` */
  canActivate(context: ExecutionContext): boolean {
    requireAdmin(callerOf(context));
    return true;
  }
}
