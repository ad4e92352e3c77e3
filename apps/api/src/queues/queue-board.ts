import type { NestExpressApplication } from '@nestjs/platform-express';
import { CONTROL_QUEUES, RequestProblem, TASK_QUEUES } from '@assay/contracts';
import type { QueueDesk } from '@assay/work/messaging';
import { AuditTrail } from '@assay/questions';
import { requireAdmin, type Caller } from '@assay/contracts/requests';
import { TaskRuntime } from '@assay/work';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Gate } from '../access/gate.js';
import { addressOf } from '../http/address-of.js';
import { SignIn } from '../sign-in/sign-in.js';
import { otherPerson, Sessions } from '../sign-in/sessions.js';

const PATH = '/queues';
const SIGN_IN = `/auth/sign-in?to=${encodeURIComponent(`${PATH}/`)}`;
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Path parts of modifying routes; others name queues and jobs. */
const OPERATIONS = [
  'add',
  'clean',
  'concurrency',
  'delay',
  'empty',
  'obliterate',
  'pause',
  'priority',
  'promote',
  'purge',
  'rate-limit',
  'remove',
  'remove-unprocessed-children',
  'resume',
  'retry',
  'run',
  'update-data',
];
/** The board's page loads fonts from another host. */
const FOREIGN_LINKS = /<link href="https?:[^>]*>/g;

/**
 * Bull Board at `/queues` for admins who are signed in or send a key. Created on first use: on Postgres each queue
 * holds a connection.
 */
export function serveQueueBoard(app: NestExpressApplication): void {
  const { desk } = app.get(TaskRuntime).messaging;
  let board: Promise<RequestHandler> | null = null;
  app.use(PATH, async (request: Request, response: Response, next: NextFunction) => {
    const opener = takeOpener(request);
    const caller = await admitToBoard(app, request, response);
    if (caller === null) return response.redirect(SIGN_IN);
    const own = openedBy(caller);
    if (opener !== own && isPage(request)) return response.redirect(`${PATH}${own}${request.url}`);
    adapt(response, own);
    if (!READING.has(request.method)) {
      // Clients with credentials of their own need not name who they are.
      if (opener !== own && (opener !== '' || request.headers.authorization === undefined)) throw otherPerson();
      await auditBoard(app.get(AuditTrail), caller, request);
    }
    board ??= openBoard(desk).catch((error: unknown) => {
      board = null;
      throw error;
    });
    // Pages use relative URLs.
    if (request.originalUrl === PATH) return response.redirect(301, `${PATH}/`);
    (await board)(request, response, next);
  });
}

/** Null: a browser that has to sign in first, unless it asks for a key (`?key`). */
async function admitToBoard(app: NestExpressApplication, request: Request, response: Response): Promise<Caller | null> {
  const { authorization } = request.headers;
  const asksForKey = request.query['key'] !== undefined;
  if (authorization === undefined && !asksForKey) {
    const signedIn = await app.get(Sessions).signedIn(request, response, { mayNavigate: true });
    if (signedIn) requireAdmin(signedIn.caller);
    if (signedIn) return signedIn.caller;
    if (isPage(request) && app.get(SignIn).isOffered) return null;
  }
  if (!READING.has(request.method)) requireOwnPage(request);
  response.setHeader('www-authenticate', 'Basic realm="Assay queues", charset="UTF-8"');
  const caller = await app.get(Gate).admit({ authorization: asBearer(authorization) }, addressOf(request));
  requireAdmin(caller);
  response.removeHeader('www-authenticate');
  return caller;
}

/** Written before the action: the board responds itself. */
async function auditBoard(trail: AuditTrail, caller: Caller, { method, path }: Request): Promise<void> {
  const parts = path.split('/');
  const shown = parts[3];
  const queue = [...TASK_QUEUES, ...CONTROL_QUEUES].find((name) => name === shown) ?? null;
  const details = { method, queue, operation: OPERATIONS.find((name) => parts.slice(3).includes(name)) ?? null };
  await trail.write({ action: 'queue-board-used', caller, details });
}

/** Prevents CSRF: browsers send stored passwords with other sites' requests. */
function requireOwnPage({ headers }: Request): void {
  const { origin, host } = headers;
  const foreign = origin !== undefined && origin.replace(/^https?:\/\//, '') !== host;
  if (foreign || headers['sec-fetch-site'] === 'cross-site') {
    throw new RequestProblem(403, 'ORIGIN_NOT_SERVED', 'Pages of other origins may not change the queues.');
  }
}

function asBearer(authorization: string | undefined): string | undefined {
  const [, encoded] = /^Basic +([\w+/=-]+) *$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return authorization;
  const credentials = Buffer.from(encoded, 'base64').toString();
  return `Bearer ${credentials.slice(credentials.indexOf(':') + 1)}`;
}

async function openBoard(desk: QueueDesk): Promise<RequestHandler> {
  const opened = await Promise.all([...TASK_QUEUES, ...CONTROL_QUEUES].map((name) => desk.open(name)));
  const [{ createBullBoard }, { BullMQAdapter }, { ExpressAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/express'),
  ]);
  const serverAdapter = new ExpressAdapter();
  serverAdapter.setBasePath(PATH);
  createBullBoard({
    queues: opened.map((queue) => new BullMQAdapter(queue)),
    serverAdapter,
    options: {
      uiConfig: { boardTitle: 'Assay', hideDocsLink: true, miscLinks: [{ text: 'Back to Assay', url: '/' }] },
    },
  });
  return serverAdapter.getRouter() as RequestHandler;
}

function isPage(request: Request): boolean {
  return request.method === 'GET' && request.accepts(['json', 'html']) === 'html';
}

/** Part of the board's addresses: another tab may sign another person in. */
function openedBy({ person }: Caller): string {
  return person ? `/of/${person.id}` : '';
}

/** Removes it from the address. */
function takeOpener(request: Request): string {
  const [opener = ''] = /^\/of\/[\da-f-]+(?=\/)/.exec(request.url) ?? [];
  request.url = request.url.slice(opener.length);
  return opener;
}

/** The board shows what responses call `error`. */
function adapt(response: Response, opener: string): void {
  const send = response.send.bind(response);
  const refusal = (text: string): string => {
    const problem = JSON.parse(text) as { detail: string };
    return JSON.stringify({ ...problem, error: problem.detail });
  };
  const page = (text: string): string =>
    text.replace(FOREIGN_LINKS, '').replace(`<base href="${PATH}/"`, `<base href="${PATH}${opener}/"`);
  response.send = (body: unknown) =>
    send(typeof body === 'string' ? (response.statusCode === 403 ? refusal(body) : page(body)) : body);
}
