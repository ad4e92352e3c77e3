import type { ReactElement } from 'react';
import { Problem } from './problem.js';
import { Waiting } from './waiting.js';

interface QueryStateProps {
  query: { data: unknown; error: Error | null; refetch: () => Promise<unknown> };
  /** With its article, such as "the record". */
  what: string;
  lines?: number;
}

export function QueryState({ query, what, lines }: QueryStateProps): ReactElement | null {
  const { data, error, refetch } = query;
  const title = `${what.charAt(0).toUpperCase()}${what.slice(1)} could not be read`;
  if (error !== null) return <Problem title={title} error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Waiting what={what} lines={lines} /> : null;
}
