import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { openApiDocument } from './document.js';

const require = createRequire(import.meta.url);
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));

const INITIALIZER = `window.onload = () => {
  window.ui = SwaggerUIBundle({
    url: '/openapi.json',
    dom_id: '#swagger-ui',
    deepLinking: true,
    presets: [SwaggerUIBundle.presets.apis],
  });
};
`;

/** Builds the document on first use. */
export function serveDocumentation(app: NestExpressApplication): void {
  let document: Promise<string> | null = null;
  app.use(async (request: Request, response: Response, next: NextFunction) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    switch (request.path) {
      case '/openapi.json':
        response.type('application/json').send(await (document ??= openApiDocument(app).then(JSON.stringify)));
        return;
      case '/docs':
        // The page uses relative URLs.
        response.redirect(301, '/docs/');
        return;
      case '/docs/swagger-initializer.js':
        response.type('text/javascript').send(INITIALIZER);
        return;
      default:
        next();
    }
  });
  app.useStaticAssets(SWAGGER_UI, { prefix: '/docs/' });
}
