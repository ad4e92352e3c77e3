import { RequestProblem } from '@assay/contracts';
import { LOGOUT_PATH } from '../sign-in/sign-in.controller.js';
import { isDocument } from '../workspaces/knowledge-bodies.js';
import type { NextFunction, Request, Response } from 'express';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isUpload } from '../files/receive-files.js';

const WRITES = new Set(['POST', 'PUT', 'PATCH']);

export function isReadAsJson(request: IncomingMessage): boolean {
  return isSentAsJson(request.headers) && !isDocument(request) && !isUpload(request);
}

export function requireJson(request: Request, _response: Response, next: NextFunction): void {
  if (isUpload(request)) return next();
  const { method, headers } = request;
  // The parser sets an empty object without a body.
  if (!hasBody(headers)) request.body = undefined;
  const isOther = isDocument(request) || request.path === LOGOUT_PATH;
  if (!WRITES.has(method) || !hasBody(headers) || isSentAsJson(headers) || isOther) return next();
  next(new RequestProblem(415, 'NOT_JSON', 'Bodies have to be sent as application/json.'));
}

function isSentAsJson(headers: IncomingHttpHeaders): boolean {
  return /^application\/json *(;|$)/i.test(headers['content-type'] ?? '');
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

export function bodyProblem(error: unknown, _request: Request, _response: Response, next: NextFunction): void {
  const { type, limit, status } = (error ?? {}) as { type?: unknown; limit?: unknown; status?: unknown };
  if (type === 'entity.too.large') {
    return next(new RequestProblem(413, 'BODY_TOO_LARGE', `A body here has at most ${sizeOf(Number(limit))}.`));
  }
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') {
    return next(new RequestProblem(415, 'NOT_JSON', 'Bodies have to be sent as application/json in UTF-8.'));
  }
  // A failed decompression is a 400 without a type.
  if (typeof type === 'string' || status === 400) {
    return next(new RequestProblem(400, 'BODY_NOT_JSON', 'The body is not valid JSON.'));
  }
  next(error);
}

function sizeOf(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} kB` : `${bytes / 1024 / 1024} MB`;
}
