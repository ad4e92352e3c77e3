import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { isId, type Id } from '@assay/contracts';
import { AuditTrail, WorkspaceRows } from '@assay/questions';
import type { Caller } from '@assay/contracts/requests';
import { concatMap, type Observable } from 'rxjs';
import type { AdmittedRequest } from '../http/request.js';
import { Audited, idOf, type AuditRule } from './audited.js';

/** Records the actions of `@Audited` routes before the response is sent. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly trail: AuditTrail,
    private readonly workspaces: WorkspaceRows,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const rule = this.reflector.get(Audited, context.getHandler());
    const request = context.switchToHttp().getRequest<AdmittedRequest>();
    const { caller } = request;
    if (rule === undefined || caller === undefined) return next.handle();
    // Before the action, which may rename or delete the workspace.
    const action = typeof rule.action === 'function' ? rule.action(request) : rule.action;
    const workspace = await this.workspaceOf(rule, request, caller);
    const record = async (answer: unknown): Promise<unknown> => {
      const named = request.params['id'];
      await this.trail.write({
        action,
        caller,
        workspace: action === 'workspace-created' ? idOf(answer) : workspace,
        question: rule.about === 'question' && isId(named) ? named : null,
        details: rule.details?.(request, answer) ?? {},
      });
      return answer;
    };
    return next.handle().pipe(concatMap(record));
  }

  private async workspaceOf(rule: AuditRule, request: AdmittedRequest, caller: Caller): Promise<Id | null> {
    const named = request.params['id'];
    if (rule.about !== 'workspace' || typeof named !== 'string') return null;
    return (await this.workspaces.lookUp(named, caller))?.id ?? null;
  }
}
