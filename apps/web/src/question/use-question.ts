import { isTerminal, type EscalationRecord, type Id } from '@assay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '../api/assay.js';
import { Refresher } from './refresher.js';
import { BACKSTOP_MS } from './use-question-part.js';

export interface Lost {
  what: 'assay' | 'events';
  error: unknown;
}

export interface FollowedQuestion {
  record: EscalationRecord | undefined;
  error: Error | null;
  lost: Lost | null;
  retry: () => void;
}

/** Live and finished views use the same record. */
export function useQuestion(id: Id): FollowedQuestion {
  const { client } = useSession();
  const queries = useQueryClient();
  const record = useQuery({
    queryKey: ['question', id, 'record'],
    queryFn: ({ signal }) => client.questions.record(id, { signal }),
    staleTime: ({ state }) => (state.data !== undefined && isTerminal(state.data.status) ? Infinity : 0),
    refetchInterval: ({ state }) => (state.data !== undefined && !isTerminal(state.data.status) ? BACKSTOP_MS : false),
  });
  const running = record.data !== undefined && !isTerminal(record.data.status);
  const [streamError, setStreamError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    if (!running) return;
    const end = new AbortController();
    const refresher = new Refresher(() => queries.refetchQueries({ queryKey: ['question', id] }));
    const follow = async (): Promise<void> => {
      for await (const _event of client.questions.events(id, { signal: end.signal })) refresher.want();
      void queries.invalidateQueries({ queryKey: ['history'] });
    };
    setStreamError(null);
    follow().catch((error: unknown) => {
      if (!end.signal.aborted) setStreamError(error);
    });
    return () => {
      end.abort();
      refresher.stop();
    };
  }, [running, id, client, queries, tries]);

  return {
    record: record.data,
    error: record.data === undefined ? record.error : null,
    lost: running ? lostOf(record.error, streamError) : null,
    retry: () => {
      setTries((count) => count + 1);
      void queries.refetchQueries({ queryKey: ['question', id] });
    },
  };
}

function lostOf(recordError: Error | null, streamError: unknown): Lost | null {
  if (recordError !== null) return { what: 'assay', error: recordError };
  return streamError === null ? null : { what: 'events', error: streamError };
}
