import { RequestProblem } from '@assay/contracts';
import { runScript, ScriptFailedError } from '@assay/runtime';
import type { NextFunction, Request, Response } from 'express';
import { BODY_LIMIT } from '../api.config.js';

const SCRIPT = new URL('./check-json.script.js', import.meta.url);
const LIMITS = { milliseconds: 60_000, heapMegabytes: 256 };

/** Parses a body that was read as text, a large one first in a limited process. */
export async function parseLargeJson(request: Request, _response: Response, next: NextFunction): Promise<void> {
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
