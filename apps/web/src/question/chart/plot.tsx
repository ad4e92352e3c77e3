import type { ChartSpec } from '@assay/contracts';
import { useCallback, useRef, useState, type ReactElement } from 'react';
import { ROWS_ON_PAGE } from '../../api/queries.js';
import { useWidth } from '../../design/use-width.js';
import { drawChart, type DrawnMark } from './draw-chart.js';
import { savePng, saveSvg } from './save-chart.js';
import './chart.css';

interface PlotProps {
  spec: ChartSpec;
  mark: DrawnMark;
  fileName: string;
}

export function Plot({ spec, mark, fileName }: PlotProps): ReactElement {
  const frame = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const draw = useCallback(() => {
    const drawing = drawChart({ ...spec, mark }, frame.current?.clientWidth ?? 0);
    const isDrawn = typeof drawing !== 'string';
    setProblem(isDrawn ? null : drawing);
    // The frame has the description.
    if (isDrawn) drawing.setAttribute('aria-hidden', 'true');
    frame.current?.replaceChildren(...(isDrawn ? [drawing] : []));
  }, [spec, mark]);
  useWidth(frame, draw);
  const save = (as: (shown: HTMLElement, name: string) => unknown, ending: string): void => {
    if (frame.current !== null) void as(frame.current, `${fileName}.${ending}`);
  };
  return (
    <>
      <div ref={frame} className="chart" role="img" aria-label={describeChart(spec)} hidden={problem !== null} />
      {problem === null ? (
        <div className="row">
          <button type="button" className="button" onClick={() => save(saveSvg, 'svg')}>
            Save as SVG
          </button>
          <button type="button" className="button" onClick={() => save(savePng, 'png')}>
            Save as PNG
          </button>
        </div>
      ) : (
        <p className="small soft">This result cannot be drawn: {problem}.</p>
      )}
    </>
  );
}

function describeChart({ encoding: { x, y, color }, data }: ChartSpec): string {
  const by = color === undefined ? '' : `, for each ${color.title}`;
  const [what, over] = y.type === 'nominal' ? [x, y] : [y, x];
  const table = data.values.length > ROWS_ON_PAGE ? 'all pages of the table' : 'the table';
  return `Chart of ${what.title} by ${over.title}${by}: ${data.values.length} values, the same as in ${table} of rows`;
}
