import type { ChartMark, ChartSpec, Id } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useSession } from '../../api/assay.js';
import { Waiting } from '../../design/waiting.js';

const Plot = lazy(async () => ({ default: (await import('./plot.js')).Plot }));

const WORDS: Record<ChartMark, string> = { line: 'Line', bar: 'Bars', point: 'Points' };

/** The marks that may show the same values without misleading: times as lines, bars or points, categories as bars or points. */
function marksFor({ mark }: ChartSpec): ChartMark[] {
  if (mark === 'line') return ['line', 'bar', 'point'];
  return mark === 'bar' ? ['bar', 'point'] : ['point'];
}

/** A picture of the result where one says more than the table above it; nothing where it would mislead. */
export function ResultChart({ question }: { question: Id }): ReactElement | null {
  const { client } = useSession();
  const chart = useQuery({
    queryKey: ['chart', question],
    queryFn: ({ signal }) => client.questions.chart(question, { signal }),
    staleTime: 60_000,
  });
  // rows that could not be fetched say so above
  if (!chart.data) return null;
  return <Chart spec={chart.data} question={question} />;
}

function Chart({ spec, question }: { spec: ChartSpec; question: Id }): ReactElement {
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
        <Plot spec={{ ...spec, mark }} fileName={question} />
      </Suspense>
    </section>
  );
}
