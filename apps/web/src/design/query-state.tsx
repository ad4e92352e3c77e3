import type { ReactElement } from 'react';
import { Problem } from './problem.js';
import { Waiting } from './waiting.js';

interface QueryStateProps {
  /** Of TanStack Query. */
  query: { data: unknown; error: Error | null; refetch: () => Promise<unknown> };
  /** What is read, with its article. */
  what: string;
  /** Of the text that stands for it meanwhile. */
  lines?: number;
}

/** What a view shows of a query beside its data: that it is on its way, or why it could not be read. */
export function QueryState({ query, what, lines }: QueryStateProps): ReactElement | null {
  const { data, error, refetch } = query;
  const title = `${what.charAt(0).toUpperCase()}${what.slice(1)} could not be read`;
  if (error !== null) return <Problem title={title} error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Waiting what={what} lines={lines} /> : null;
}
