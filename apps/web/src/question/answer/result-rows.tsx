import { formatNumber } from '@assay/client';
import { withMeasure, type EscalationRecord, type Id, type RowsPage } from '@assay/contracts';
import { useState, type ReactElement } from 'react';
import { useSession } from '../../api/assay.js';
import { useRows } from '../../api/queries.js';
import { CopyButton } from '../../design/copy-button.js';
import { Problem } from '../../design/problem.js';
import { QueryState } from '../../design/query-state.js';
import { ResultTable } from '../../design/result-table.js';
import { sortRows, type RowOrder } from '../../design/sort-rows.js';
import { asTsv } from './as-tsv.js';
import { DownloadCsv } from './download-csv.js';
import { rowsWhenAnswered } from './rows-when-answered.js';
import { SingleValue } from './single-value.js';

export function ResultRows({ record }: { record: EscalationRecord }): ReactElement {
  const question = record.id;
  // Previous pages may be shorter than requested.
  const [before, setBefore] = useState<readonly number[]>([]);
  const [offset, setOffset] = useState(0);
  const rows = useRows(question, offset);
  if (rows.data === undefined) return <QueryState query={rows} what="the rows" lines={5} />;
  return (
    <div className="stack-tight">
      <Rows page={rows.data} offset={offset} />
      <Pager
        page={rows.data}
        offset={offset}
        total={rowsWhenAnswered(record)}
        busy={rows.isPlaceholderData}
        onNext={() => {
          setBefore([...before, offset]);
          setOffset(offset + rows.data.rows.length);
        }}
        onPrevious={() => {
          setBefore(before.slice(0, -1));
          setOffset(before.at(-1) ?? 0);
        }}
      />
      <div className="row">
        <CopyRows page={rows.data} offset={offset} question={question} />
        <DownloadCsv record={record} />
      </div>
      {rows.error !== null && (
        <Problem title="This page could not be fetched" error={rows.error} onRetry={() => void rows.refetch()} />
      )}
    </div>
  );
}

export function Rows({ page, offset }: { page: RowsPage; offset: number }): ReactElement {
  const [order, setOrder] = useState<RowOrder | null>(null);
  const { measure, truncated } = page;
  const [column, second] = page.columns;
  const [row] = page.rows;
  if (offset === 0 && page.rows.length === 1 && column !== undefined && row !== undefined && second === undefined) {
    return <SingleValue column={column} cell={row[0] ?? null} measure={measure} />;
  }
  const { columns, rows } = withMeasure(page);
  // A sorted part would look like the first rows of all.
  const sortable = offset === 0 && !truncated && rows.length > 1;
  const shown = sortable && order !== null ? sortRows(rows, columns, order) : rows;
  return (
    <>
      <ResultTable
        columns={columns}
        rows={shown}
        all={offset === 0 && !truncated ? rows : null}
        firstRow={offset + 1}
        {...(sortable ? { order, onOrder: setOrder } : {})}
      />
      {measure !== undefined && (
        <p className="small soft">The last column is what the rows are ranked by. The SQL does not return it.</p>
      )}
    </>
  );
}

interface PagerProps {
  page: RowsPage;
  offset: number;
  total: number | null;
  busy: boolean;
  onNext: () => void;
  onPrevious: () => void;
}

function Pager({ page, offset, total, busy, onNext, onPrevious }: PagerProps): ReactElement {
  const { truncated: more } = page;
  return (
    <div className="row">
      <span className="small soft numeric" aria-live="polite">
        {busy ? 'Fetching …' : whichRows(page, offset, total)}
      </span>
      {(more || offset > 0) && (
        <>
          <button type="button" className="button" disabled={offset === 0 || busy} onClick={onPrevious}>
            Previous
          </button>
          <button type="button" className="button" disabled={!more || busy} onClick={onNext}>
            Next
          </button>
        </>
      )}
    </div>
  );
}

function CopyRows({ page, offset, question }: { page: RowsPage; offset: number; question: Id }): ReactElement | null {
  const { client } = useSession();
  if (page.rows.length === 0) return null;
  if (offset === 0 && !page.truncated) return <CopyButton text={asTsv(page)} label="Copy rows" />;
  const fetchAll = async (): Promise<string> => {
    const { allRowsAsTsv } = await import('./all-rows-as-tsv.js');
    return allRowsAsTsv(client, question);
  };
  return <CopyButton text={fetchAll} label="Copy all rows" />;
}

/** `1 row`, `101–200 of 240 rows`, `rows 1–100 of 5,000 when it was answered`. */
export function whichRows({ rows, truncated }: RowsPage, offset: number, total: number | null): string {
  const last = offset + rows.length;
  if (rows.length === 0) return 'no rows';
  if (offset === 0 && !truncated) return last === 1 ? '1 row' : `${formatNumber(last)} rows`;
  const range = `${formatNumber(offset + 1)}–${formatNumber(last)}`;
  if (!truncated) return `${range} of ${formatNumber(last)} rows`;
  return total !== null && total > last
    ? `rows ${range} of ${formatNumber(total)} when it was answered`
    : `rows ${range}, and more`;
}
