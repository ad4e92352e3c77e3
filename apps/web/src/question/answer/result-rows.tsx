import { formatNumber } from '@assay/client';
import type { Id, RowsPage } from '@assay/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useSession } from '../../api/assay.js';
import { CopyButton } from '../../design/copy-button.js';
import { Problem } from '../../design/problem.js';
import { ResultTable } from '../../design/result-table.js';
import { Waiting } from '../../design/waiting.js';
import { asTsv } from './as-tsv.js';

const PAGE = 25;

/** What the winner returns now, page by page. */
export function ResultRows({ question }: { question: Id }): ReactElement {
  const { client } = useSession();
  const [offset, setOffset] = useState(0);
  const rows = useQuery({
    queryKey: ['rows', question, offset],
    // one more than is shown tells whether there is a next page
    queryFn: ({ signal }) => client.questions.rows(question, { offset, limit: PAGE + 1 }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  if (rows.data === undefined) {
    return rows.error === null ? (
      <Waiting what="the rows" lines={5} />
    ) : (
      <Problem title="The rows could not be fetched" error={rows.error} onRetry={() => void rows.refetch()} />
    );
  }
  return (
    <div className="stack-tight">
      <ResultTable columns={rows.data.columns} rows={rows.data.rows.slice(0, PAGE)} firstRow={offset + 1} />
      <Pager page={rows.data} offset={offset} busy={rows.isPlaceholderData} onOffset={setOffset} />
      {rows.error !== null && (
        <Problem title="This page could not be fetched" error={rows.error} onRetry={() => void rows.refetch()} />
      )}
    </div>
  );
}

interface PagerProps {
  page: RowsPage;
  offset: number;
  busy: boolean;
  onOffset: (offset: number) => void;
}

function Pager({ page, offset, busy, onOffset }: PagerProps): ReactElement {
  const shown = page.rows.slice(0, PAGE);
  const more = page.rows.length > PAGE;
  const text =
    shown.length === 0 ? 'no rows' : `rows ${formatNumber(offset + 1)}–${formatNumber(offset + shown.length)}`;
  return (
    <div className="row">
      <span className="small soft numeric" aria-live="polite">
        {busy ? 'Fetching …' : `${text}${more ? ', and more' : ''}`}
      </span>
      {(more || offset > 0) && (
        <>
          <button
            type="button"
            className="button"
            disabled={offset === 0 || busy}
            onClick={() => onOffset(Math.max(0, offset - PAGE))}
          >
            Previous
          </button>
          <button type="button" className="button" disabled={!more || busy} onClick={() => onOffset(offset + PAGE)}>
            Next
          </button>
        </>
      )}
      {shown.length > 0 && <CopyButton text={asTsv({ columns: page.columns, rows: shown })} label="Copy rows" />}
    </div>
  );
}
