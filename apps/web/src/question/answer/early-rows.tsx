import { count } from '@assay/client';
import type { EscalationRecord } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSession } from '../../api/assay.js';
import { ResultTable } from '../../design/result-table.js';

const SHOWN = 10;

/** Rows of the leading candidates while nothing is judged; nothing before any was executed. */
export function EarlyRows({ record }: { record: EscalationRecord }): ReactElement | null {
  const { client } = useSession();
  const isJudged = record.attempts.some(({ verdicts }) => verdicts.length > 0);
  const leader = isJudged ? undefined : record.events.findLast((event) => event.type === 'leader-changed');
  const rows = useQuery({
    queryKey: ['rows', record.id, 'candidate', leader?.candidate],
    queryFn: ({ signal }) =>
      client.questions.rows(record.id, { candidate: leader?.candidate ?? '', limit: SHOWN }, { signal }),
    enabled: leader !== undefined,
    staleTime: Infinity,
  });
  // a failure is no news: the answer follows
  if (leader === undefined || rows.data === undefined) return null;
  return (
    <section className="stack" aria-labelledby="early-rows">
      <h2 id="early-rows">Not tested yet</h2>
      <p className="small soft">
        {leader.agreeing} of {count(leader.of, 'SQL')} {leader.agreeing === 1 ? 'returns' : 'agree on'}{' '}
        {rows.data.truncated ? `these rows (the first ${SHOWN})` : 'these rows'}. The tests may change the answer.
      </p>
      <ResultTable columns={rows.data.columns} rows={rows.data.rows} label="Rows that are not tested yet" />
    </section>
  );
}
