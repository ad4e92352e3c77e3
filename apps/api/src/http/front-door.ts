import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';

const POINTER = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Assay</title>
<p>This is Assay's API. <a href="/docs/">Documentation</a> · <a href="/openapi.json">OpenAPI</a></p>
</html>
`;

/** What `/` shows: the web page where its folder is given, else where to go on. */
export function serveFrontDoor(app: NestExpressApplication, page: string | null): void {
  if (page !== null) {
    app.useStaticAssets(page);
    return;
  }
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (request.path !== '/' || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    const wantsPage = request.accepts(['json', 'html']) === 'html';
    if (wantsPage) response.type('html').send(POINTER);
    else response.json({ name: 'assay', documentation: '/docs', openapi: '/openapi.json' });
  });
}
