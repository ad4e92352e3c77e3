import { formatCost, formatDuration, formatNumber } from '@assay/client';
import type { CallRecord, Id } from '@assay/contracts';
import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_text,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import type { ReactElement } from 'react';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, text: sortFn_text },
});
const column = createColumnHelper<typeof features, CallRecord>();
const columns = column.columns([
  column.accessor('agent', { header: 'Agent' }),
  column.accessor('model', { header: 'Model' }),
  column.accessor((call) => remarksOf(call).join(', '), { id: 'remarks', header: 'How it went' }),
  column.accessor('inputTokens', { header: 'In', cell: ({ getValue }) => formatNumber(getValue()) }),
  column.accessor('outputTokens', { header: 'Out', cell: ({ getValue }) => formatNumber(getValue()) }),
  column.accessor('costUsd', { header: 'Cost', cell: ({ getValue }) => costText(getValue()) }),
  column.accessor('latencyMs', { header: 'Time', cell: ({ getValue }) => formatDuration(getValue()) }),
]);
const NUMBERS = new Set(['inputTokens', 'outputTokens', 'costUsd', 'latencyMs']);
const ARROWS = { asc: '↑', desc: '↓' } as const;

interface CallTableProps {
  calls: CallRecord[];
  chosen: Id | null;
  onChoose: (call: CallRecord) => void;
}

export function CallTable({ calls, chosen, onChoose }: CallTableProps): ReactElement {
  const table = useTable({ features, columns, data: calls, getRowId: ({ id }) => id });
  return (
    <div className="table-frame" role="group" aria-label="Model calls" tabIndex={0}>
      <table className="table call-table">
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const sorted = header.column.getIsSorted();
                return (
                  <th
                    key={header.id}
                    scope="col"
                    className={NUMBERS.has(header.id) ? 'number' : undefined}
                    aria-sort={sorted === false ? 'none' : sorted === 'asc' ? 'ascending' : 'descending'}
                  >
                    <button type="button" className="sort" onClick={header.column.getToggleSortingHandler()}>
                      <table.FlexRender header={header} />
                      <span aria-hidden="true"> {sorted === false ? '' : ARROWS[sorted]}</span>
                    </button>
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} className={row.id === chosen ? 'call-chosen' : undefined}>
              {row.getAllCells().map((cell, index) => (
                <td key={cell.id} className={NUMBERS.has(cell.column.id) ? 'number' : undefined}>
                  {index === 0 ? (
                    <button type="button" className="call-open" onClick={() => onChoose(row.original)}>
                      <table.FlexRender cell={cell} />
                    </button>
                  ) : (
                    <table.FlexRender cell={cell} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function costText(costUsd: number | null): string {
  return costUsd === null ? '–' : formatCost(costUsd);
}

function remarksOf({ status, error, parser, repaired, flags, replayed, finishReason }: CallRecord): string[] {
  return [
    status === 'failed' ? `failed: ${error?.code ?? 'no reason'}` : 'answered',
    repaired ? `repaired${parser === null ? '' : ` (${parser})`}` : null,
    replayed ? 'replayed from the journal' : null,
    finishReason !== null && finishReason !== 'stop' ? finishReason : null,
    ...flags,
  ].filter((remark) => remark !== null);
}
