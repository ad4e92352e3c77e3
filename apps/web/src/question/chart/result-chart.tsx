import type { ChartMark, ChartSpec, EscalationRecord } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useSession } from '../../api/assay.js';
import { fileNameOf } from '../../design/save-file.js';
import { Waiting } from '../../design/waiting.js';

const Plot = lazy(async () => ({ default: (await import('./plot.js')).Plot }));

const WORDS: Record<ChartMark, string> = { line: 'Line', bar: 'Bars', point: 'Points' };

/** Marks that do not mislead: several series of stacked bars or points would differ by colour alone. */
function marksFor({ mark, encoding }: ChartSpec): ChartMark[] {
  if (mark === 'line') return encoding.color === undefined ? ['line', 'bar', 'point'] : ['line', 'point'];
  if (mark === 'bar') return encoding.color === undefined ? ['bar', 'point'] : ['bar'];
  return ['point'];
}

export function ResultChart({ record }: { record: EscalationRecord }): ReactElement | null {
  const { client } = useSession();
  const { id, question } = record;
  const chart = useQuery({
    queryKey: ['chart', id],
    queryFn: ({ signal }) => client.questions.chartOrReason(id, { signal }),
    staleTime: 60_000,
  });
  // The table shows the error.
  if (chart.data === undefined) return null;
  if (typeof chart.data === 'string') return <p className="small soft">No chart: {chart.data}.</p>;
  return <Chart spec={chart.data} fileName={fileNameOf(question)} />;
}

function Chart({ spec, fileName }: { spec: ChartSpec; fileName: string }): ReactElement {
  const [mark, setMark] = useState(spec.mark);
  const marks = marksFor(spec);
  return (
    <section className="stack-tight" aria-labelledby="chart">
      <h2 id="chart">Chart</h2>
      {marks.length > 1 && (
        <div className="segments chart-marks" role="group" aria-label="Kind of chart">
          {marks.map((each) => (
            <button
              key={each}
              type="button"
              className="segment"
              aria-pressed={each === mark}
              onClick={() => setMark(each)}
            >
              {WORDS[each]}
            </button>
          ))}
        </div>
      )}
      <Suspense fallback={<Waiting what="the chart" />}>
        <Plot spec={{ ...spec, mark }} fileName={fileName} />
      </Suspense>
    </section>
  );
}
