import type { ModelRejectedError } from './model-errors.js';
import { type ModelRequest, type OutputMode } from './model-request.js';
import type { DroppablePart } from './structured-output-memory.js';

export interface SentForm {
  mode: OutputMode;
  effort: string | null;
  temperature: number | null;
  nativeTools: boolean;
  /** `prompt_cache_key`. */
  cacheKey: boolean;
  /** `cache_control`, for models that need it. */
  cacheMarks: boolean;
  /** Answers asked for. */
  n: number;
}

const ABOUT_FORMAT = /response[-_ ]?format|json[-_ ]?(schema|object|mode)|structured[-_ ]?outputs?|guided|grammar/i;
/** Not of tools, which have schemas, too. */
const ABOUT_SCHEMA = /\bschemas?\b/i;
const ABOUT_TOOLS = /\btools?\b|tool[_ ](choice|calls?|use)|function/i;
const ABOUT_EFFORT = /reasoning|effort|thinking/i;
const ABOUT_TEMPERATURE = /temperature/i;
const ABOUT_CACHE_KEY = /cache[-_ ]?key/i;
const ABOUT_CACHE_MARKS = /cache[-_ ]?control/i;
const ABOUT_N =
  /^n$|["'`]n["'`]|\bn (must|should|has to|is|can|[=<>])|\b(multiple|number of|several|more than one) (choices|completions|answers|candidates)/i;
const UNNAMED_PARAMETER =
  /(unsupported|not supported|unknown|unrecogni[sz]ed|unexpected|extra|invalid|not permitted|not allowed)[^.]{0,40}(param|field|argument|propert|key|input|value)/i;

/** Words and JSON keys of a refusal without a reason. */
const EMPTY_WORDS =
  /bad[_ ]request|invalid[_ ]request|unsupported|not supported|refused|rejected|error|message|detail|status|type|code|param|null|http/gi;

/** All but the first two only if the body names the feature. */
const STATUSES = [400, 422, 404, 405, 415, 501];

export interface RefusedPart {
  part: OutputMode | DroppablePart;
  /** False: the first part to try without. Only an answer shows whether the next request lacks the cause. */
  isNamed: boolean;
}

/**
 * The refused part, if replaceable: by parameter, then message. A bare 400 or 422 means `n`, then the cache
 * fields, then the output mode.
 */
export function refusedPart(error: ModelRejectedError, sent: SentForm, request: ModelRequest): RefusedPart | null {
  if (error.code === 'MODEL_CONTEXT_EXCEEDED' || error.code === 'MODEL_UNAUTHORIZED') return null;
  if (error.status === null || !STATUSES.includes(error.status)) return null;
  const response = error.raw === null ? error.message : new TextDecoder().decode(error.raw);
  const parameter = parameterNamed(response);
  const named = (parameter === null ? null : partNamedIn(parameter, sent)) ?? partNamedIn(response, sent);
  const part = named ?? unnamed(error, response, sent, request);
  return part && { part, isNamed: named !== null };
}

function partNamedIn(text: string, sent: SentForm): OutputMode | DroppablePart | null {
  if (sent.n > 1 && ABOUT_N.test(text)) return 'n';
  if (sent.cacheKey && ABOUT_CACHE_KEY.test(text)) return 'cacheKey';
  if (sent.cacheMarks && ABOUT_CACHE_MARKS.test(text)) return 'cacheMarks';
  const jsonMode = sent.mode === 'json_schema' || sent.mode === 'json_object';
  if (jsonMode && ABOUT_FORMAT.test(text)) return sent.mode;
  if (sent.mode === 'json_schema' && ABOUT_SCHEMA.test(text) && !ABOUT_TOOLS.test(text)) return sent.mode;
  if (sent.effort !== null && ABOUT_EFFORT.test(text)) return 'effort';
  if (sent.temperature !== null && ABOUT_TEMPERATURE.test(text)) return 'temperature';
  if ((sent.nativeTools || sent.mode === 'tools') && ABOUT_TOOLS.test(text)) return 'tools';
  return null;
}

function unnamed(
  error: ModelRejectedError,
  response: string,
  sent: SentForm,
  request: ModelRequest,
): OutputMode | DroppablePart | null {
  if (error.status !== 400 && error.status !== 422) return null;
  const isEmpty = !/\p{L}/u.test(response.replace(EMPTY_WORDS, ''));
  if (parameterNamed(response) !== null || !(isEmpty || UNNAMED_PARAMETER.test(response))) return null;
  // The cheapest part first: answers do not depend on it.
  if (sent.n > 1) return 'n';
  if (sent.cacheKey) return 'cacheKey';
  if (sent.cacheMarks) return 'cacheMarks';
  return request.contract === null || sent.mode === 'text' ? null : sent.mode;
}

function parameterNamed(response: string): string | null {
  try {
    const body = JSON.parse(response) as { error?: { param?: unknown }; param?: unknown };
    const param = body.error?.param ?? body.param;
    return typeof param === 'string' && param !== '' ? param : null;
  } catch {
    return null;
  }
}
