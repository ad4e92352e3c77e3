import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { LINK_PATH, PAGE_PATHS } from '@assay/contracts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';

const POINTER = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Assay</title>
<p>This is Assay's API. <a href="/docs/">Documentation</a> · <a href="/openapi.json">OpenAPI</a></p>
</html>
`;

/** Client-side routes, all served by one file. */
const PAGE_ADDRESS = new RegExp(`^(?:${[...PAGE_PATHS, LINK_PATH].map(patternOf).join('|')})/?$`, 'i');

const PAGE = 'page';

/** Cache seconds of hashed files. */
const YEAR = 31_536_000;

export function builtPage(): string | null {
  const folder = fileURLToPath(new URL('../../../web/dist', import.meta.url));
  return existsSync(join(folder, 'index.html')) ? folder : null;
}

export function serveFrontDoor(app: NestExpressApplication, page: string | null): void {
  if (page === null) app.use(pointOn);
  else servePage(app, page);
}

function servePage(app: NestExpressApplication, page: string): void {
  const files = sirv(page, {
    etag: true,
    gzip: true,
    brotli: true,
    setHeaders: (response, path) => {
      const keep = path.startsWith('/assets/') ? `public, max-age=${YEAR}, immutable` : 'no-cache';
      response.setHeader('cache-control', keep);
    },
  });
  app.setLocal(PAGE, readFileSync(join(page, 'index.html'), 'utf8'));
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (!isRead(request)) return next();
    if (!PAGE_ADDRESS.test(request.path)) return files(request, response, next);
    if (request.accepts(['html', 'json']) !== 'html') return pointOn(request, response, next);
    // sirv uses the request's URL.
    const asked = request.url;
    request.url = '/';
    files(request, response, () => {
      request.url = asked;
      next();
    });
  });
}

function patternOf(path: string): string {
  return path === '/' ? '' : path.replaceAll(/\/:\w+\?/g, '(?:/[^/]+)?').replaceAll(/:\w+/g, '[^/]+');
}

/** Null for programs and API paths. */
export function notFoundPage(request: Request): string | null {
  if (!isRead(request) || /^\/v1(\/|$)/i.test(request.path)) return null;
  return request.accepts(['json', 'html']) === 'html'
    ? ((request.app.locals[PAGE] as string | undefined) ?? null)
    : null;
}

function pointOn(request: Request, response: Response, next: NextFunction): void {
  if (request.path !== '/' || !isRead(request)) return next();
  const wantsPage = request.accepts(['json', 'html']) === 'html';
  if (wantsPage) response.type('html').send(POINTER);
  else response.json({ name: 'assay', documentation: '/docs', openapi: '/openapi.json' });
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}
