import type { Id } from '@assay/contracts';
import type { AskRequest } from '@assay/contracts/requests';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../api/assay.js';

interface AskOptions {
  /** Kept in the address. */
  after?: Id;
  onAsked?: () => void;
}

/** Double clicks and retries reuse the idempotency key. */
export function useAsk({ after, onAsked }: AskOptions = {}): UseMutationResult<Id, Error, AskRequest> {
  const { client } = useSession();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const last = useRef({ body: '', key: '' });
  return useMutation({
    mutationFn: async (request: AskRequest) => {
      const body = JSON.stringify(request);
      if (last.current.body !== body) last.current = { body, key: newKey() };
      return (await client.questions.ask(request, { idempotencyKey: last.current.key })).id;
    },
    onSuccess: (id) => {
      // Asking again later makes a new question.
      last.current = { body: '', key: '' };
      onAsked?.();
      void queries.invalidateQueries({ queryKey: ['history'] });
      navigate(`/questions/${id}${after === undefined ? '' : `?after=${after}`}`);
    },
    // Usage of quotas.
    onSettled: () => queries.invalidateQueries({ queryKey: ['me'] }),
  });
}

/** `crypto.randomUUID` needs https or loopback. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
