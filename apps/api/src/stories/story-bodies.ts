import type { NestExpressApplication } from '@nestjs/platform-express';
import { STORY_BODY_LIMIT } from '@assay/stories';
import type { IncomingMessage } from 'node:http';
import { parseLargeJson } from '../http/large-json.js';

const PATH = /^\/v1\/story-evaluations\/?(\?|$)/i;
/** JSON in UTF-8; the other parser rejects other charsets. */
const JSON_TYPE = /^application\/json *(;(?!.*charset *= *"?(?!utf-8\b))|$)/i;

/** Call after the gate and before the other parser. */
export function readStoryBodies(app: NestExpressApplication): void {
  app.useBodyParser('text', { limit: STORY_BODY_LIMIT, type: holdsStories });
  app.use('/v1/story-evaluations', parseLargeJson);
}

function holdsStories(request: IncomingMessage & { originalUrl?: string }): boolean {
  return PATH.test(request.originalUrl ?? request.url ?? '') && JSON_TYPE.test(request.headers['content-type'] ?? '');
}
