import type { ChartMark, ChartSpec } from '@assay/contracts';
import {
  areaY,
  barX,
  barY,
  dot,
  line,
  plot,
  ruleX,
  ruleY,
  stackX,
  text,
  type Data,
  type PlotOptions,
  type ScaleOptions,
  type ScaleType,
} from '@observablehq/plot';
import { clockOf } from '../../design/time-grain.js';
import { numberTicks, timeLabels, timeTicks, type Ticks } from './ticks.js';

type Value = Record<string, string | number | Date | null>;
type Drawn = Element;
/** `area` draws lines, `stacked` grouped bars. */
export type DrawnMark = ChartMark | 'area' | 'stacked';
type DrawnSpec = Omit<ChartSpec, 'mark'> & { mark: DrawnMark };

const LABEL = { perCharacter: 8, narrow: 5, usual: 7.5, capital: 10, wide: 13, gap: 14, least: 60, most: 205 };
const TICK = { wide: 80, high: 8 };
const MARGIN = { top: 34, right: 36, bottom: 28, line: 16, across: 44 };

/** Width in pixels; a reason if a value has no place. */
export function drawChart(spec: DrawnSpec, width: number): Drawn | string {
  const values = valuesOf(spec);
  const { x, y } = spec.encoding;
  const measured = [x, y].filter(({ type }) => type !== 'nominal');
  const without = measured.find(({ field }) => !values.every((value) => hasPlace(value[field])));
  if (without !== undefined) return `“${without.title}” has a value without a place on an axis`;
  if (spec.encoding.y.type !== 'nominal') return drawNumbers(spec, values, width);
  if (spec.mark === 'stacked') return drawStacks(spec, values, width);
  return spec.encoding.color === undefined ? drawCategories(spec, values, width) : drawGroups(spec, values, width);
}

function valuesOf({ mark, data, encoding }: DrawnSpec): Value[] {
  const { field, type } = encoding.x;
  if (type !== 'temporal' || mark === 'bar') return data.values;
  const times = clockTimes(data.values.map((value) => value[field] ?? null));
  return data.values.map((value, index) => ({ ...value, [field]: times[index] ?? null }));
}

/** By clocks, where these are in the order of the instants. */
function clockTimes(values: readonly Value[string][]): Date[] {
  const texts = values.map(String);
  const instants = texts.map((text) => new Date(text));
  const clocks = texts.map(clockOf);
  const isOrdered = clocks.every((clock, index) => {
    const before = index - 1;
    return (
      before < 0 || Math.sign(apart(clocks[before], clock)) === Math.sign(apart(instants[before], instants[index]))
    );
  });
  return isOrdered ? clocks : instants;
}

function apart(one: Date | undefined, other: Date | undefined): number {
  return Number(other) - Number(one);
}

function hasPlace(value: Value[string] | undefined): boolean {
  if (typeof value === 'string') return !Number.isNaN(Date.parse(value));
  return typeof value === 'object' ? value !== null && Number.isFinite(value.getTime()) : Number.isFinite(value);
}

function drawStacks({ encoding: { x, y, color } }: DrawnSpec, values: Data & Value[], width: number): Drawn {
  const series = color?.field ?? y.field;
  const marginLeft = roomFor(values, y.field, width);
  const groups = [...Map.groupBy(values, (value) => value[y.field]).entries()];
  const sums = groups.map(([, parts]) => numbersOf(parts, x).reduce((sum, part) => sum + part, 0));
  const perUnit = (width - marginLeft - MARGIN.right) / Math.max(...sums);
  const isWide = (value: Value): boolean =>
    Number(value[x.field]) * perUnit >= widthOf(String(value[series] ?? '')) + LABEL.perCharacter;
  const options = { x: x.field, y: y.field, z: series } as const;
  const most = Math.floor((width - marginLeft) / TICK.wide);
  return plot({
    ...common(width),
    marginLeft,
    x: measures(x, sums, most),
    y: { label: null, domain: groups.map(([name]) => name), tickFormat: shortenedTo(marginLeft) },
    color: { scheme: 'observable10', legend: true },
    marks: [
      barX(values, { ...options, fill: series, title: series, stroke: 'white' }),
      text(values, stackX({ ...options, text: series, filter: isWide, fill: 'black', stroke: 'white' })),
      ruleX([0]),
    ],
  });
}

function drawGroups({ encoding: { x, y, color } }: DrawnSpec, values: Data & Value[], width: number): Drawn {
  const series = color?.field ?? y.field;
  const [marginLeft, marginRight] = [roomFor(values, series, width), roomFor(values, y.field, width)];
  const most = Math.floor((width - marginLeft - marginRight) / TICK.wide);
  const options = { x: x.field, y: series, fy: y.field, fill: series, title: y.field } as const;
  return plot({
    ...common(width),
    marginLeft,
    marginRight,
    x: measures(x, numbersOf(values, x), most),
    y: { label: null, domain: [...new Set(values.map((value) => value[series]))], tickFormat: shortenedTo(marginLeft) },
    fy: {
      label: null,
      domain: [...new Set(values.map((value) => value[y.field]))],
      tickFormat: shortenedTo(marginRight),
    },
    color: { scheme: 'observable10' },
    marks: [barX(values, options), ruleX([0])],
  });
}

function drawCategories({ mark, encoding: { x, y } }: DrawnSpec, values: Data & Value[], width: number): Drawn {
  const marginLeft = roomFor(values, y.field, width);
  const options = { x: x.field, y: y.field, fill: 'currentColor', title: y.field, sort: { y: null } } as const;
  const most = Math.floor((width - marginLeft) / TICK.wide);
  return plot({
    ...common(width),
    marginLeft,
    x: measures(x, numbersOf(values, x), most),
    y: {
      label: null,
      type: mark === 'bar' ? 'band' : 'point',
      domain: values.map((value) => value[y.field]),
      tickFormat: shortenedTo(marginLeft),
    },
    marks: [mark === 'bar' ? barX(values, options) : dot(values, options), ruleX([0])],
  });
}

function drawNumbers(spec: DrawnSpec, values: Data & Value[], width: number): Drawn {
  const { mark, encoding } = spec;
  const { x, y, color } = encoding;
  const place = { x: x.field, y: y.field };
  const series = color === undefined ? {} : { stroke: color.field, symbol: color.field };
  const marks = {
    line: [
      line(values, { ...place, ...(color === undefined ? {} : { stroke: color.field, z: color.field }) }),
      dot(values, { ...place, ...series, r: 3 }),
    ],
    area: [
      areaY(values, { ...place, fill: 'currentColor', fillOpacity: 0.25 }),
      line(values, place),
      dot(values, { ...place, r: 3 }),
    ],
    stacked: [],
    bar: [barY(values, { ...place, fill: color?.field ?? 'currentColor' }), ruleY([0])],
    point: [dot(values, { ...place, ...series, r: 3 })],
  }[mark];
  const ticks = numberTicks(numbersOf(values, y), { name: y.title, most: TICK.high, zero: mark !== 'point' });
  const longest = Math.max(...ticks.labels.map(({ length }) => length));
  const marginLeft = Math.max(LABEL.least, (longest + 2) * LABEL.perCharacter);
  const { type, ticks: across } = acrossOf(spec, values, width - marginLeft - MARGIN.right);
  const lines = Math.max(...across.labels.map((label) => label.split('\n').length));
  const marginBottom = MARGIN.bottom + lines * MARGIN.line;
  return plot({
    ...common(width),
    marginTop: MARGIN.top,
    marginRight: MARGIN.right,
    marginBottom,
    marginLeft,
    x: { label: x.title, labelOffset: marginBottom - MARGIN.line / 2, type, ...axis(across) },
    y: { label: y.title, grid: true, ...(mark === 'line' || mark === 'area' ? { zero: true } : {}), ...axis(ticks) },
    ...(color === undefined ? {} : { symbol: { legend: true }, color: { scheme: 'observable10' } }),
    marks,
  });
}

function acrossOf(
  { mark, encoding: { x } }: DrawnSpec,
  values: Value[],
  width: number,
): { type?: ScaleType; ticks: Ticks<unknown> } {
  if (x.type !== 'temporal') {
    const most = Math.floor(width / TICK.wide);
    return { ticks: numberTicks(numbersOf(values, x), { name: x.title, most, zero: false }) };
  }
  const times = values.map((value) => value[x.field] ?? null);
  if (mark !== 'bar') {
    const known = times.filter((time) => time instanceof Date);
    return { type: 'utc', ticks: timeTicks(known, { width }) };
  }
  const step = Math.max(1, Math.ceil((times.length * TICK.wide) / Math.max(width, TICK.wide)));
  const isShown = (_time: unknown, index: number): boolean => index % step === 0;
  const labels = timeLabels(clockTimes(times).filter(isShown));
  return { type: 'band', ticks: { values: times.filter(isShown), labels } };
}

/** Labels may be on both sides. */
function roomFor(values: readonly Value[], field: string, width: number): number {
  const longest = Math.max(...values.map((value) => widthOf(String(value[field] ?? ''))));
  const most = Math.min(LABEL.most, width / 3, longest + LABEL.gap);
  return Math.max(LABEL.least, most);
}

/** Without the middle: ends often differ. */
function shortenedTo(room: number): (label: string | null) => string {
  const most = room - LABEL.gap;
  return (label) => {
    const characters = [...(label ?? '')];
    let kept = Math.min(characters.length, Math.floor(most / LABEL.narrow));
    const text = (): string =>
      kept === characters.length
        ? characters.join('')
        : `${characters.slice(0, Math.ceil(kept / 2)).join('')}…${characters.slice(-Math.floor(kept / 2)).join('')}`;
    while (kept > 2 && widthOf(text()) > most) kept -= 1;
    return text();
  };
}

/** Estimated. */
function widthOf(label: string): number {
  const widths = [...label].map((character) => {
    if (/[fijlrtI.,:;'|() -]/.test(character)) return LABEL.narrow;
    if (character > '\u2e7f' || /[MWm%@]/.test(character)) return LABEL.wide;
    return /[A-ZwÄÖÜ&]/.test(character) ? LABEL.capital : LABEL.usual;
  });
  return widths.reduce((sum, each) => sum + each, 0);
}

function numbersOf(values: readonly Value[], { field }: { field: string }): number[] {
  return values.map((value) => Number(value[field] ?? 0));
}

function measures({ title }: { title: string }, numbers: readonly number[], most: number): ScaleOptions {
  // descenders need room below
  const labelOffset = MARGIN.across - MARGIN.line / 2;
  return { label: title, labelOffset, grid: true, ...axis(numberTicks(numbers, { name: title, most, zero: true })) };
}

function axis<Value>({ values, labels }: Ticks<Value>): Pick<ScaleOptions, 'ticks' | 'tickFormat'> {
  return { ticks: values, tickFormat: (_value: unknown, index: number) => labels[index] };
}

function common(width: number): PlotOptions {
  return { width, marginBottom: MARGIN.across, style: { background: 'transparent', fontSize: '13px' } };
}
