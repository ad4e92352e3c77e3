import { ApiProblem, ConnectionProblem } from '@assay/client';

export interface DescribedProblem {
  message: string;
  /** What to do about it, where that is not said already. */
  advice: string | null;
  code: string | null;
}

/** An error for people. */
export function describeProblem(error: unknown): DescribedProblem {
  if (error instanceof ApiProblem) {
    const { code, status, retryAfterMs } = error;
    const told = error.nextSteps.map(({ message }) => message).join(' ');
    return { message: error.detail, code, advice: told || (adviceFor(code) ?? adviceForStatus(status, retryAfterMs)) };
  }
  if (error instanceof ConnectionProblem) {
    return { message: error.message, code: error.code, advice: adviceFor(error.code) };
  }
  return { message: error instanceof Error ? error.message : String(error), advice: null, code: null };
}

/** What helps against an error of this code; null where its message says it. */
export function adviceFor(code: string): string | null {
  return ADVICE[code] ?? null;
}

const ADVICE: Record<string, string> = {
  UNREACHABLE: 'Is Assay still running? Start it with npm start, then try again.',
  TIMEOUT: 'It may be busy. Try again in a moment; if it goes on, look at /health/ready.',
  STREAM_LOST: 'What happened so far is shown. Try again to follow the rest.',
  UNAUTHORIZED: 'Enter a key that is valid here; whoever runs Assay makes them.',
  ADMIN_ONLY: 'Use an admin key for this.',
  MAY_NOT_CURATE: 'Use a key that may curate, or ask an admin.',
  QUOTA_EXCEEDED: 'Ask again tomorrow, or raise the quota in the workspace’s settings.',
  OVERLOADED: 'Too much is waiting already. Ask again in a moment.',
  DATABASE_UNREACHABLE: 'Check host, port, name and password, and that the database lets Assay’s machine in.',
  TARGET_UNAVAILABLE: 'Check that the database runs and lets Assay’s machine in, then ask again.',
  TARGET_CONNECTION_LOST: 'Check that the database runs and stays up, then ask again.',
  DB_SAMPLER_UNAVAILABLE: 'Check that the service db-sampler runs and is ready, then ask again.',
  TARGET_HOST_FORBIDDEN: 'Add the host to ASSAY_TARGET_HOSTS where Assay is started.',
  ROLE_TOO_POWERFUL:
    'Use a role that may only read. If it has to be this one, tick the box that accepts it, or name what it may use under “Accept by name”.',
  MODEL_UNREACHABLE: 'Check OPENAI_BASE_URL and that the endpoint is up, then ask again.',
  MODEL_UNAUTHORIZED: 'Check OPENAI_API_KEY, then ask again.',
  MODEL_SERVER_ERROR: 'The model’s endpoint failed. Wait a moment, then ask again.',
  ANSWER_NOT_IN_FORM: 'The model does not answer in the form it was asked for. Ask again, or try another model.',
  BUDGET_EXCEEDED:
    'Raise maxTokens, maxCalls or maxCostUsd (of the workspace, or of the question), or ask for fewer candidates.',
  DEADLINE_EXCEEDED: 'Raise the deadline, or ask for fewer candidates.',
  NO_TESTS: 'No test could be generated. Look at the failed calls under “Calls”, then ask again.',
  EVALUATION_INCOMPLETE: 'Some SQL could not be judged. Look at the failed calls under “Calls”, then ask again.',
  WINNER_FAILED: 'The database has changed since. Ask again to have the SQL found again.',
  WINNER_REFUSED: 'The database has changed since. Ask again to have the SQL found again.',
  NAME_TAKEN: 'Choose another name.',
};

function adviceForStatus(status: number, retryAfterMs: number | null): string | null {
  if (status === 404) return 'It may have been deleted, or your key may not open it.';
  if (status === 429) {
    return `Wait ${retryAfterMs === null ? 'a moment' : `${Math.ceil(retryAfterMs / 1000)} s`}, then try again.`;
  }
  if (status >= 500) return 'Try again in a moment. Assay’s log says more.';
  return null;
}
