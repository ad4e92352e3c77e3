import type { ChartSpec, EscalationRecord } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useSession } from '../../api/assay.js';
import { fileNameOf } from '../../design/save-file.js';
import type { DrawnMark } from './draw-chart.js';
import { Waiting } from '../../design/waiting.js';

const Plot = lazy(async () => ({ default: (await import('./plot.js')).Plot }));

const WORDS: Record<DrawnMark, string> = {
  line: 'Line',
  area: 'Area',
  bar: 'Bars',
  stacked: 'Stacked',
  point: 'Points',
};

/** Areas and stacks of non-negative values only; series never differ by colour alone. */
function marksFor({ mark, data, encoding }: ChartSpec): DrawnMark[] {
  const isSeries = encoding.color !== undefined;
  const adds = data.values.every(({ c1 }) => Number(c1) >= 0);
  if (mark === 'line')
    return isSeries ? ['line', 'point'] : ['line', ...(adds ? ['area' as const] : []), 'bar', 'point'];
  if (mark === 'bar') return isSeries ? ['bar', ...(adds ? ['stacked' as const] : [])] : ['bar', 'point'];
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

export function Chart({ spec, fileName }: { spec: ChartSpec; fileName: string }): ReactElement {
  const [mark, setMark] = useState<DrawnMark>(spec.mark);
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
        <Plot spec={spec} mark={mark} fileName={fileName} />
      </Suspense>
    </section>
  );
}
