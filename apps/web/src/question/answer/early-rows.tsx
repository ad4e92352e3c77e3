import { count } from '@assay/client';
import type { EscalationRecord } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSession } from '../../api/assay.js';
import { ResultTable } from '../../design/result-table.js';

const SHOWN = 10;

/** Rows of the leading candidate until the answer. */
export function EarlyRows({ record }: { record: EscalationRecord }): ReactElement | null {
  const { client } = useSession();
  const leader = record.events.findLast((event) => event.type === 'leader-changed');
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
      <h2 id="early-rows">{stateOf(record, leader.candidate)}</h2>
      <p className="small soft">
        {leader.agreeing} of {count(leader.of, 'SQL')} {leader.agreeing === 1 ? 'returns' : 'agree on'}{' '}
        {rows.data.truncated ? `these rows (the first ${SHOWN})` : 'these rows'}.
        {record.settings.effort !== 'instant' && ' The tests may change the answer.'}
      </p>
      <ResultTable columns={rows.data.columns} rows={rows.data.rows} all={null} label="Rows before the answer" />
    </section>
  );
}

function stateOf({ attempts }: EscalationRecord, leader: string): string {
  const verdicts = attempts.flatMap((attempt) => attempt.verdicts);
  const candidates = attempts.flatMap((attempt) => attempt.candidates);
  const [own] = candidates.filter(({ id }) => id === leader);
  const isAlike = ({ id, behaviour }: (typeof candidates)[number]): boolean =>
    id === leader || (behaviour !== null && behaviour === own?.behaviour);
  const alike = new Set(candidates.filter(isAlike).map(({ id }) => id));
  if (verdicts.some(({ candidate, verdict }) => verdict === 'FAIL' && alike.has(candidate))) return 'Fails a test';
  return verdicts.length > 0 ? 'Being tested' : 'Not tested yet';
}
