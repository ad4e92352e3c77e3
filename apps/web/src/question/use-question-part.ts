import { isTerminal, type EscalationRecord, type QuestionParts } from '@assay/contracts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSession } from '../api/assay.js';

/** A question whose event stream is lost is polled this often, milliseconds. */
export const BACKSTOP_MS = 5000;

/** A part of a question beside its record; refreshed, like the record, by the question's events while it runs. */
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
