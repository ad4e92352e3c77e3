import { ApiProblem, ConnectionProblem, formatDuration, oneLine } from '@assay/client';
import { AssayError } from '@assay/contracts';
import { CliProblem } from '../cli-problem.js';

export function describeProblem(error: unknown): string[] {
  if (error instanceof ApiProblem) return describeApiProblem(error);
  if (error instanceof ConnectionProblem) return describeConnectionProblem(error);
  if (error instanceof CliProblem) return [oneLine(error.message), ...error.details];
  if (error instanceof AssayError) return [oneLine(error.message)];
  // Unexpected: print the stack.
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

function describeApiProblem(problem: ApiProblem): string[] {
  // Replace field names by options.
  const detail =
    problem.code === 'ROLE_TOO_POWERFUL'
      ? problem.detail
          .replace(/accept this role\b/, 'accept it with --accept-privileged')
          .replace(/(?<=name each in )accept\b/, '--accept')
      : problem.detail;
  const lines = [`${oneLine(detail)} (${oneLine(problem.code)})`];
  lines.push(...problem.errors.map(({ field, message }) => `  ${oneLine(field)}: ${oneLine(message)}`));
  if (problem.status === 401) lines.push('Set ASSAY_API_KEY to a key of this server.');
  if (problem.status === 429 && problem.retryAfterMs !== null) {
    lines.push(`Try again in ${formatDuration(problem.retryAfterMs)}.`);
  }
  lines.push(...problem.nextSteps.map(({ message }) => `→ ${oneLine(message)}`));
  return lines;
}

function describeConnectionProblem(problem: ConnectionProblem): string[] {
  const lines = [oneLine(problem.message)];
  if (problem.code !== 'STREAM_LOST') {
    lines.push('Is it running? `npm start` starts it; ASSAY_URL says where it is.');
  }
  return lines;
}
