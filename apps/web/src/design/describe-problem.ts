import { ApiProblem, ConnectionProblem } from '@assay/client';

export interface DescribedProblem {
  message: string;
  /** Unless the message says it. */
  advice: string | null;
  code: string | null;
}

export function describeProblem(error: unknown): DescribedProblem {
  if (error instanceof ApiProblem) return { message: messageOf(error), code: error.code, advice: adviceOf(error) };
  if (error instanceof ConnectionProblem) {
    return { message: error.message, code: error.code, advice: ON_THE_PAGE[error.code] ?? null };
  }
  return { message: error instanceof Error ? error.message : String(error), advice: null, code: null };
}

/** The page has its own advice on roles, because the API's names its fields. */
function messageOf({ code, detail }: ApiProblem): string {
  return code === 'ROLE_TOO_POWERFUL' ? detail.replace(/(?<=\.) (?:Use|Revoke) .*$/s, '') : detail;
}

/** Differs from the API's, or for errors without a response. */
const ON_THE_PAGE: Record<string, string> = {
  UNREACHABLE: 'Is Assay still running? Start it with npm start, then try again. If somebody else runs it, tell them.',
  TIMEOUT: 'It may be busy. Try again in a moment. If it goes on and somebody else runs Assay, tell them.',
  STREAM_LOST: 'What happened so far is shown. Try again to follow the rest.',
  ROLE_TOO_POWERFUL:
    'Use a role that may only read. If it has to be this one, tick the box that accepts it, or name what it may use under “Accept by name”.',
};

/** Of a role that `asker` takes, which the box does not accept. */
const TAKEN_ROLE = 'Revoke these rights, or name what it may use under “Accept by name”.';

/** Longer waits show the time of day. */
const SHORT_MS = 600_000;

function adviceOf({ code, status, nextSteps, retryAfterMs, errors }: ApiProblem): string | null {
  if (code === 'ROLE_TOO_POWERFUL' && errors.some(({ field }) => field === 'settings.asker')) return TAKEN_ROLE;
  const own = ON_THE_PAGE[code];
  if (own !== undefined) return own;
  if (nextSteps.length === 0) return adviceForStatus(status, retryAfterMs);
  const wait = retryAfterMs === null || retryAfterMs > SHORT_MS ? [] : [`Assay asks for ${seconds(retryAfterMs)}.`];
  return [...nextSteps.map(({ message }) => message), ...wait].join(' ');
}

/** For responses of proxies. */
function adviceForStatus(status: number, retryAfterMs: number | null): string | null {
  if (status === 404) return 'It may have been deleted, or your key may not open it.';
  if (status === 429) {
    return `Wait ${retryAfterMs === null ? 'a moment' : seconds(retryAfterMs)}, then try again.`;
  }
  if (status >= 500) return 'Try again in a moment. Assay’s log says more.';
  return null;
}

function seconds(milliseconds: number): string {
  return `${Math.ceil(milliseconds / 1000)} s`;
}
