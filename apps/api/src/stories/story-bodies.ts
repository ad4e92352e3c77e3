import type { NestExpressApplication } from '@nestjs/platform-express';
import { STORY_BODY_LIMIT } from '@assay/stories';
import type { IncomingMessage } from 'node:http';
import { parseLargeJson } from '../http/large-json.js';

const PATH = /^\/v1\/story-evaluations\/?(\?|$)/i;
/** JSON in UTF-8; the parser of all other bodies refuses other charsets. */
const JSON_TYPE = /^application\/json *(;(?!.*charset *= *"?(?!utf-8\b))|$)/i;

/**
 * Reads bodies that hold whole stories, up to 4 MB; other routes keep their own limit. To be called where bodies are
 * read behind the gate, before the parser of all other bodies.
 */
export function readStoryBodies(app: NestExpressApplication): void {
  app.useBodyParser('text', { limit: STORY_BODY_LIMIT, type: holdsStories });
  app.use('/v1/story-evaluations', parseLargeJson);
}

function holdsStories(request: IncomingMessage & { originalUrl?: string }): boolean {
  return PATH.test(request.originalUrl ?? request.url ?? '') && JSON_TYPE.test(request.headers['content-type'] ?? '');
}
