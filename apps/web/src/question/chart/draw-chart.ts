import type { ChartSpec } from '@assay/contracts';
import { barX, barY, dot, line, plot, ruleX, ruleY, type Data, type PlotOptions } from '@observablehq/plot';

type Value = Record<string, string | number | Date | null>;
type Drawn = Element;

/** Left margin of bars for their labels, pixels a character, and its bounds. */
const LABEL = { perCharacter: 7, least: 60, most: 200 };

/** A chart as an SVG of this width in pixels. Lines of one chart differ by their dots, not by colour alone. */
export function drawChart(spec: ChartSpec, width: number): Drawn {
  const values = valuesOf(spec);
  return spec.encoding.y.type === 'nominal' ? drawCategories(spec, values, width) : drawNumbers(spec, values, width);
}

/** Times as dates, but for bars, which stand beside each other; everything else as it is. */
function valuesOf({ mark, data, encoding }: ChartSpec): Value[] {
  const { field, type } = encoding.x;
  if (type !== 'temporal' || mark === 'bar') return data.values;
  return data.values.map((value) => ({ ...value, [field]: asDate(value[field] ?? null) }));
}

/** Times without a zone are UTC, as the spec says. */
function asDate(value: string | number | null): Date | null {
  if (value === null) return null;
  const text = String(value).replace(' ', 'T');
  const withZone = /T/.test(text) && !/(Z|[+-]\d{2}(:?\d{2})?)$/.test(text) ? `${text}Z` : text;
  const date = new Date(withZone);
  return Number.isNaN(date.getTime()) ? null : date;
}

function drawCategories({ mark, encoding: { x, y } }: ChartSpec, values: Data & Value[], width: number): Drawn {
  const longest = Math.max(...values.map((value) => String(value[y.field] ?? '').length));
  const marginLeft = Math.min(LABEL.most, Math.max(LABEL.least, longest * LABEL.perCharacter));
  const options = { x: x.field, y: y.field, fill: 'currentColor', sort: { y: null } } as const;
  return plot({
    ...common(width),
    marginLeft,
    x: { label: x.title, grid: true },
    y: { label: null, type: mark === 'bar' ? 'band' : 'point', domain: values.map((value) => value[y.field]) },
    marks: [mark === 'bar' ? barX(values, options) : dot(values, options), ruleX([0])],
  });
}

function drawNumbers({ mark, encoding: { x, y, color } }: ChartSpec, values: Data & Value[], width: number): Drawn {
  const place = { x: x.field, y: y.field };
  const series = color === undefined ? {} : { stroke: color.field, symbol: color.field };
  const marks = {
    line: [
      line(values, { ...place, ...(color === undefined ? {} : { stroke: color.field, z: color.field }) }),
      dot(values, { ...place, ...series, r: 3 }),
    ],
    bar: [barY(values, { ...place, fill: color?.field ?? 'currentColor' }), ruleY([0])],
    point: [dot(values, { ...place, ...series, r: 3 })],
  }[mark];
  return plot({
    ...common(width),
    // room for an axis' name beside the ticks of its end, and for ticks of two lines
    marginTop: 34,
    marginBottom: 58,
    marginLeft: LABEL.least,
    x: { label: x.title, ...(mark === 'bar' ? { type: 'band' } : x.type === 'temporal' ? { type: 'utc' } : {}) },
    y: { label: y.title, grid: true, ...(mark === 'line' ? { zero: true } : {}) },
    ...(color === undefined ? {} : { symbol: { legend: true }, color: { scheme: 'observable10' } }),
    marks,
  });
}

function common(width: number): PlotOptions {
  return { width, marginBottom: 44, style: { background: 'transparent', fontSize: '13px' } };
}
