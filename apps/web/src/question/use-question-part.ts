import { isTerminal, type EscalationRecord, type QuestionParts } from '@assay/contracts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSession } from '../api/assay.js';

/** After the event stream is lost. */
export const BACKSTOP_MS = 5000;

/** Refreshed by events while running. */
export function useQuestionPart<Part extends keyof QuestionParts>(
  { id, status }: Pick<EscalationRecord, 'id' | 'status'>,
  part: Part,
): UseQueryResult<QuestionParts[Part]> {
  const { client } = useSession();
  return useQuery({
    queryKey: ['question', id, part],
    queryFn: ({ signal }) => client.questions.part(id, part, { signal }),
    staleTime: isTerminal(status) ? 60_000 : 0,
    refetchInterval: isTerminal(status) ? false : BACKSTOP_MS,
  });
}
