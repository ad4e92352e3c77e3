import {
  isTerminal,
  SEARCH_CHARACTERS,
  type AskedRequest,
  type EscalationRecord,
  type Id,
  type QuestionView,
} from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useSession } from '../api/assay.js';
import { changesOf } from './model/changes-of.js';

/** Changes since the addressed question, or after FAILED or ERROR since the last of the same text. */
export function AskedBefore({ record }: { record: EscalationRecord }): ReactElement | null {
  const { client } = useSession();
  const { id, status, workspace, question, createdAt } = record;
  const named = useSearchParams()[0].get('after');
  const asked = useQuery({
    queryKey: ['asked-before', id, named],
    enabled: named !== null || status === 'FAILED' || status === 'ERROR',
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const before = named === null ? await lastLike(signal) : await client.questions.get(named, { signal });
      if (before === null) return null;
      const part = (of: Id): Promise<AskedRequest> => client.questions.part(of, 'request', { signal });
      return { before, changes: changesOf(...(await Promise.all([part(before.id), part(id)]))) };
    },
  });
  const lastLike = async (signal: AbortSignal): Promise<QuestionView | null> => {
    const search = question.slice(0, SEARCH_CHARACTERS);
    const { items } = await client.questions.list({ workspace, search }, { signal });
    return items.find((one) => one.question === question && one.createdAt < createdAt) ?? null;
  };
  if (!asked.data) return null;
  const { before, changes } = asked.data;
  return (
    <div className="note small">
      <p>
        Asked again: <Link href={`/questions/${before.id}`}>the one before</Link>
        {isTerminal(before.status) ? ` ended in ${before.status}.` : ' goes on.'}
        {changes.length === 0 && ' It was the same request.'}
      </p>
      {changes.length > 0 && (
        <details open={status !== 'GOLD' && status !== 'SILVER'}>
          <summary>Changed since</summary>
          <ul className="listed">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
