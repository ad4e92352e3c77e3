import type { NestExpressApplication } from '@nestjs/platform-express';
import { STORY_BODY_LIMIT } from '@assay/stories';
import type { IncomingMessage } from 'node:http';
import { RequestProblem } from '@assay/contracts';
import { runScript, ScriptFailedError } from '@assay/runtime';
import type { NextFunction, Request, Response } from 'express';
import { BODY_LIMIT } from '../api.config.js';

const SCRIPT = new URL('../http/check-json.script.js', import.meta.url);
const LIMITS = { milliseconds: 60_000, heapMegabytes: 256 };

/** Parses a body that was read as text, a large one first in a limited process. */
async function parseLargeJson(request: Request, _response: Response, next: NextFunction): Promise<void> {
  if (typeof request.body === 'string') request.body = await valueOf(request.body);
  next();
}

async function valueOf(text: string): Promise<unknown> {
  // as the other parser reads an empty body
  if (text === '') return {};
  try {
    const isFit = text.length <= BODY_LIMIT || (await runScript<{ isFit: boolean }>(SCRIPT, text, LIMITS)).isFit;
    if (isFit) return JSON.parse(text) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof ScriptFailedError)) throw error;
  }
  throw new RequestProblem(400, 'BODY_NOT_JSON', 'The body is not valid JSON, or holds too many values.');
}

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
