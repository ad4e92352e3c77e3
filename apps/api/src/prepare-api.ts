import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NestApplicationOptions } from '@nestjs/common';
import { LINK_PATH } from '@assay/contracts';
import type { Caller } from '@assay/contracts/requests';
import { AnswerLinks } from '@assay/questions';
import { CONFIG, type Config } from '@assay/runtime';
import { urlencoded, type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { finished } from 'node:stream';
import { Gate, type Credentials } from './access/gate.js';
import { requireLoopback } from './access/loopback.js';
import { RateLimits } from './access/rate-limits.js';
import { BODY_LIMIT, type ApiOptions } from './api.config.js';
import { StreamSlots } from './events/stream-slots.js';
import { bodyProblem, isReadAsJson, requireJson } from './http/body-problems.js';
import { addressOf } from './http/address-of.js';
import { serveFrontDoor } from './http/front-door.js';
import type { AdmittedRequest } from './http/request.js';
import { serveQueueBoard } from './queues/queue-board.js';
import { LOGOUT_PATH } from './sign-in/sign-in.controller.js';
import { Sessions } from './sign-in/sessions.js';
import { readStoryBodies } from './stories/story-bodies.js';
import { readKnowledgeBodies } from './workspaces/knowledge-bodies.js';
import { serveDocumentation } from './openapi/serve-documentation.js';

const LOOK_MS = 2000;

/** Ends a response once its caller is no longer admitted; a failing check changes nothing. */
function endWith(response: Response, isAdmitted: () => Promise<boolean>): void {
  const timer = setInterval(() => {
    isAdmitted().then(
      (isStill) => void (isStill || response.destroy()),
      () => undefined,
    );
  }, LOOK_MS);
  finished(response, () => clearInterval(timer));
}

/** Disables Nest's parser: bodies are read after the gate. */
export const API_NEST_OPTIONS: NestApplicationOptions = { bodyParser: false };

/** Installs security headers, gate and body parsers before the controllers. */
export function prepareApi(app: NestExpressApplication, options: ApiOptions = {}): void {
  const gate = app.get(Gate);
  const limits = app.get(RateLimits);
  const streams = app.get(StreamSlots);
  const sessions = app.get(Sessions);
  const links = app.get(AnswerLinks);
  const { corsOrigins, docs, limits: bounds } = app.get<Config>(CONFIG).http;
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', bounds.trustedProxies.length > 0 ? bounds.trustedProxies : false);
  app.use(helmet({ contentSecurityPolicy: CONTENT_SECURITY, strictTransportSecurity: false }));
  if (corsOrigins.length > 0)
    app.enableCors({ origin: corsOrigins, exposedHeaders: ['retry-after', 'x-assay-no-chart'], maxAge: 600 });
  app.use((request: AdmittedRequest, _response: Response, next: NextFunction) => {
    if (gate.isOpen) requireLoopback(request.headers);
    next();
  });
  app.use('/v1', async (request: AdmittedRequest, response: Response, next: NextFunction) => {
    // What people may see differs.
    response.setHeader('cache-control', 'no-store');
    const signedIn = request.headers.authorization === undefined ? await sessions.signedIn(request, response) : null;
    request.caller = signedIn?.caller ?? (await gate.admit(...credentialsOf(request)));
    if (!gate.isOpen) countRequest(limits, request, request.caller);
    if (FOLLOWS.test(request.path)) {
      finished(response, streams.take(limitedBy(request.caller)));
      endWith(response, () => (signedIn ? sessions.isUnchanged(signedIn) : gate.admits(...credentialsOf(request))));
    }
    next();
  });
  app.use(LINK_PATH, async (request: Request<{ token: string }>, response: Response, next: NextFunction) => {
    permitFrames(response, await links.framesOf(request.params.token).catch(() => []));
    next();
  });
  serveQueueBoard(app);
  readStoryBodies(app);
  readKnowledgeBodies(app);
  app.useBodyParser('json', { limit: BODY_LIMIT, strict: false, type: isReadAsJson });
  app.use(LOGOUT_PATH, urlencoded({ extended: false, limit: LOGOUT_BYTES }));
  app.use(requireJson);
  app.use(bodyProblem);
  if (docs) serveDocumentation(app);
  serveFrontDoor(app, options.page ?? null);
}

const LOGOUT_BYTES = 16 * 1024;

/** Long work with its own rate limit. */
const BEGINS_WORK = /^\/(questions|story-evaluations|workspaces\/[^/]+\/evaluations)\/?$/i;

const FOLLOWS = /^\/(questions|story-evaluations)\/[^/]+\/events\/?$/i;

function countRequest(limits: RateLimits, { method, path }: AdmittedRequest, caller: Caller): void {
  const owner = limitedBy(caller);
  limits.take(owner, 'requests');
  if (method === 'POST' && BEGINS_WORK.test(path)) limits.take(owner, 'questions');
}

/** Whose limits count: those of the key, for whomever it acts. */
function limitedBy({ owner, via }: Caller): string {
  return via ?? owner;
}

/** A repeated header is joined, and then names no user. */
function credentialsOf(request: AdmittedRequest): [Credentials, address: string] {
  const { authorization } = request.headers;
  return [{ authorization, person: request.header('x-assay-person') }, addressOf(request)];
}

/** Helmet's headers, but for these origins; none: in no frame at all. */
function permitFrames(response: Response, origins: readonly string[]): void {
  const policy = String(response.getHeader('content-security-policy'));
  const ancestors = `frame-ancestors ${origins.length > 0 ? origins.join(' ') : "'none'"}`;
  response.setHeader('content-security-policy', policy.replace(/frame-ancestors [^;]*/, ancestors));
  response.removeHeader('x-frame-options');
}

/** helmet's policy for plain HTTP on loopback. */
const CONTENT_SECURITY = {
  directives: {
    fontSrc: ["'self'", 'data:'],
    styleSrc: ["'self'", "'unsafe-inline'"],
    upgradeInsecureRequests: null,
  },
};
