import type { NestExpressApplication } from '@nestjs/platform-express';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { DOCUMENT_BYTES, RequestProblem } from '@assay/contracts';
import type { Request } from 'express';
import type { IncomingMessage } from 'node:http';

const PATH = /^\/v1\/workspaces\/[^/?]+\/knowledge\/?(\?|$)/i;
// Only types that need a CORS preflight.
const TYPES = /^(?:application\/(?:json|yaml|x-yaml)|text\/(?:x-)?yaml) *(;|$)/i;

/** Reads documents as text, validated later. Call after the gate and before the other parser. */
export function readKnowledgeBodies(app: NestExpressApplication): void {
  app.useBodyParser('text', { limit: DOCUMENT_BYTES, type: isDocument });
}

export function isDocument(request: IncomingMessage & { originalUrl?: string }): boolean {
  const isPost = request.method === 'POST' && PATH.test(request.originalUrl ?? request.url ?? '');
  return isPost && TYPES.test(request.headers['content-type'] ?? '');
}

export const FromDocument = createParamDecorator((_options: unknown, context: ExecutionContext): string => {
  const request = context.switchToHttp().getRequest<Request>();
  if (typeof request.body === 'string') return request.body;
  if (request.body === undefined) throw new RequestProblem(400, 'NO_DOCUMENT', 'The body has to be the document.');
  throw new RequestProblem(415, 'NOT_A_DOCUMENT', 'Documents have to be sent as application/json or application/yaml.');
});
