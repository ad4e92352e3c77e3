import { formatPercent } from '@assay/client';
import type { TestRecord } from '@assay/contracts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useRef, type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react';
import { decisive, isChanged, type AttemptView, type VerdictRecord } from '../model/attempt-view.js';
import { moveBy, type CellPlace } from './move.js';

const ROW = 46;
const OVERSCAN = 6;

interface MatrixProps {
  view: AttemptView;
  place: CellPlace;
  onPlace: (place: CellPlace) => void;
}

/** A grid with one tab stop and arrow keys. Renders only the rows in view, because there may be 100 × 50 cells. */
export function Matrix({ view, place, onPlace }: MatrixProps): ReactElement {
  const frame = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: view.kept.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: OVERSCAN,
    scrollPaddingStart: ROW * 2,
  });
  const go = (to: CellPlace): void => {
    rows.scrollToIndex(to.row, { align: 'auto' });
    onPlace(to);
    requestAnimationFrame(() => focusCell(frame.current, to));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = moveBy(event, place, { rows: view.kept.length, columns: view.judged.length });
    if (to === null) return;
    event.preventDefault();
    go(to);
  };
  const onClick = (event: MouseEvent): void => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-column]');
    if (cell !== null) onPlace({ row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) });
  };
  return (
    <div
      ref={frame}
      className="matrix"
      role="grid"
      aria-label="Verdicts by test and SQL"
      aria-rowcount={view.kept.length + 1}
      aria-colcount={view.judged.length + 1}
      onKeyDown={onKeyDown}
      onClick={onClick}
      style={{ '--columns': view.judged.length, '--rows': view.kept.length } as CSSProperties}
    >
      <Heads view={view} current={place.column} />
      <div role="rowgroup" className="matrix-body" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => (
          <Row key={index} view={view} row={index} top={start} column={place.row === index ? place.column : null} />
        ))}
      </div>
    </div>
  );
}

function focusCell(frame: HTMLDivElement | null, { row, column }: CellPlace): void {
  frame?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)?.focus({ preventScroll: false });
}

function Heads({ view, current }: { view: AttemptView; current: number }): ReactElement {
  return (
    <div role="rowgroup" className="matrix-heads">
      <div role="row" aria-rowindex={1} className="matrix-row">
        <div role="columnheader" className="matrix-test matrix-corner">
          Test
        </div>
        {view.judged.map(({ id }, column) => {
          const rate = view.passRate(id);
          return (
            <div
              key={id}
              role="columnheader"
              className={`matrix-head${column === current ? ' matrix-head-current' : ''}${
                id === view.attempt.winner ? ' matrix-head-winner' : ''
              }`}
            >
              <span className="visually-hidden">{view.nameOf(id)}</span>
              <span aria-hidden="true">#{column + 1}</span>
              <span className="matrix-rate">{rate === null ? '–' : formatPercent(rate)}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface RowProps {
  view: AttemptView;
  row: number;
  top: number;
  /** In this row. */
  column: number | null;
}

const Row = memo(function Row({ view, row, top, column: current }: RowProps): ReactElement | null {
  const test = view.kept[row];
  if (test === undefined) return null;
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className={`matrix-row matrix-line${current === null ? '' : ' matrix-line-current'}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="rowheader" className="matrix-test" title={test.statement}>
        <span className="matrix-number">{test.number}</span>
        <span className="matrix-statement">{test.statement}</span>
        {test.evidenceCritical && (
          <span className="matrix-critical" title="Evidence-critical">
            E
          </span>
        )}
        {test.kind === 'reading' && (
          <span className="matrix-critical" title="Distinguishes readings: no SQL fails it">
            R
          </span>
        )}
      </div>
      {view.judged.map(({ id }, column) => (
        <VerdictCell key={id} view={view} candidate={id} row={row} column={column} current={column === current} />
      ))}
    </div>
  );
});

/** As a letter from `a`. */
function alternativeTaken(
  { alternatives, contested }: TestRecord,
  verdict: VerdictRecord | null,
): { letter: string; meaning: string } | null {
  // contested: a requirement that a trial found to be a reading
  const place =
    contested === null
      ? alternatives.findIndex(({ id }) => id === verdict?.alternative)
      : verdict === null || verdict.verdict === 'UNDECIDED'
        ? -1
        : ['PASS', 'FAIL'].indexOf(verdict.verdict);
  const taken = alternatives[place];
  return taken === undefined ? null : { letter: 'abcdefgh'.charAt(place), meaning: taken.meaning };
}

const SIGNS = { PASS: '✓', FAIL: '✕', UNDECIDED: '?' } as const;

interface VerdictCellProps {
  view: AttemptView;
  candidate: string;
  row: number;
  column: number;
  current: boolean;
}

function VerdictCell({ view, candidate, row, column, current }: VerdictCellProps): ReactElement {
  const test = view.kept[row];
  const cell = test === undefined ? undefined : view.cell(candidate, test.id);
  const verdict = test?.kind === 'reading' ? null : (decisive(cell)?.verdict ?? null);
  const taken = test?.kind === 'reading' ? alternativeTaken(test, decisive(cell)) : null;
  const changed = cell !== undefined && isChanged(cell);
  return (
    <div
      role="gridcell"
      data-row={row}
      data-column={column}
      tabIndex={current ? 0 : -1}
      aria-selected={current}
      aria-colindex={column + 2}
      aria-label={`${view.nameOf(candidate)}, test ${test?.number}: ${verdict ?? taken?.meaning ?? 'no verdict'}${
        changed ? ', changed by the supervisor' : ''
      }`}
      className={`cell cell-${(verdict ?? 'none').toLowerCase()}${changed ? ' cell-changed' : ''}`}
    >
      {verdict === null ? (taken?.letter ?? '·') : SIGNS[verdict]}
    </div>
  );
}
