import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NestApplicationOptions } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import helmet from 'helmet';
import { Gate } from './access/gate.js';
import { requireLoopback } from './access/loopback.js';
import { BODY_LIMIT, type ApiOptions } from './api.config.js';
import { bodyProblem, requireJson } from './http/body-problems.js';
import { serveFrontDoor } from './http/front-door.js';
import type { AdmittedRequest } from './http/request.js';
import { readStoryBodies } from './stories/story-bodies.js';
import { serveDocumentation } from './openapi/serve-documentation.js';

/** Nest's options for an application that serves the API: bodies are read behind the gate, by our own rules. */
export const API_NEST_OPTIONS: NestApplicationOptions = { bodyParser: false };

/** What stands before the controllers: security headers, the gate, bodies; and the pages beside them. */
export function prepareApi(app: NestExpressApplication, options: ApiOptions = {}): void {
  const gate = app.get(Gate);
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(helmet({ contentSecurityPolicy: CONTENT_SECURITY, strictTransportSecurity: false }));
  app.use((request: AdmittedRequest, _response: Response, next: NextFunction) => {
    if (gate.isOpen) requireLoopback(request.headers);
    next();
  });
  app.use('/v1', async (request: AdmittedRequest, _response: Response, next: NextFunction) => {
    request.caller = await gate.admit(request.headers.authorization);
    next();
  });
  app.use(requireJson);
  readStoryBodies(app);
  app.useBodyParser('json', { limit: BODY_LIMIT, strict: false });
  app.use(bodyProblem);
  serveDocumentation(app);
  serveFrontDoor(app, options.page ?? null);
}

/** helmet's own policy, but for pages that are served over plain http on loopback. */
const CONTENT_SECURITY = { directives: { upgradeInsecureRequests: null } };
