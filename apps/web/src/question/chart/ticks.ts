import { scaleLinear, scaleUtc } from 'd3-scale';
import { isNamingColumn } from '../../design/cell-text.js';
import { grainOf, isStartOf, periodFormat, type Grain } from '../../design/time-grain.js';

export interface Ticks<Value> {
  values: Value[];
  labels: string[];
}

const COMPACT_FROM = 1_000_000;
const MOST_DIGITS = 12;
const TIME_WIDTH = 64;
const MINUTE_MS = 60_000;

/**
 * Fewest distinguishing digits. Integers without fractions; years and ids ungrouped.
 * @param name the column's
 */
export function numberTicks(
  numbers: readonly number[],
  { name, most, zero, locale }: { name: string; most: number; zero: boolean; locale?: string },
): Ticks<number> {
  const ends = zero ? [0, ...numbers] : numbers;
  const all = scaleLinear()
    .domain([Math.min(...ends), Math.max(...ends)])
    .ticks(Math.max(2, most));
  const values = numbers.every(Number.isInteger) ? all.filter(Number.isInteger) : all;
  const naming = isNamingColumn(name);
  const compact = !naming && values.some((value) => Math.abs(value) >= COMPACT_FROM);
  const labelsWith = (digits: number): string[] => {
    const format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: compact ? 0 : digits,
      maximumFractionDigits: digits,
      useGrouping: !naming,
      ...(compact ? { notation: 'compact' } : {}),
    });
    return values.map((value) => format.format(value));
  };
  return { values, labels: firstDistinct(labelsWith) };
}

function firstDistinct(labelsWith: (digits: number) => string[]): string[] {
  for (let digits = 0; digits < MOST_DIGITS; digits += 1) {
    const labels = labelsWith(digits);
    if (new Set(labels).size === labels.length) return labels;
  }
  return labelsWith(MOST_DIGITS);
}

/**
 * A tick per time, or as many as fit, never finer than the data.
 * @param width pixels of the axis
 */
export function timeTicks(times: readonly Date[], { width, locale }: { width: number; locale?: string }): Ticks<Date> {
  const grain = grainOf(times);
  const each = [...new Set(times.map(Number))].sort((one, other) => one - other).map((time) => new Date(time));
  const values = fits(each, width) ? each : thinned(each, grain, Math.max(2, Math.floor(width / TIME_WIDTH)));
  return { values, labels: timeLabels(values, locale) };
}

function fits(times: readonly Date[], width: number): boolean {
  const span = Number(times.at(-1)) - Number(times[0]);
  return times.slice(1).every((time, index) => ((Number(time) - Number(times[index])) / span) * width >= TIME_WIDTH);
}

function thinned(each: Date[], grain: Grain, most: number): Date[] {
  const [first, last] = [each[0], each.at(-1)];
  if (first === undefined || last === undefined) return each;
  const even = scaleUtc()
    .domain([first, last])
    .ticks(most)
    .filter((tick) => isStartOf(tick, grain));
  const dense = even.length > 1 ? even : each;
  // d3 treats counts as hints.
  const step = Math.ceil(dense.length / most);
  return dense.filter((_time, index) => index % step === 0);
}

/** With days, the year appears where it changes. */
export function timeLabels(times: readonly Date[], locale?: string): string[] {
  const grain = grainOf(times);
  const format = (options: Intl.DateTimeFormatOptions): ((time: Date) => string) => {
    const written = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return (time) => written.format(time);
  };
  if (grain === 'year' || grain === 'month') return times.map((time) => periodFormat(grain, locale).format(time));
  const year = format({ year: 'numeric' });
  const day = format({ month: 'short', day: 'numeric' });
  const clock = format({ timeStyle: times.every((time) => Number(time) % MINUTE_MS === 0) ? 'short' : 'medium' });
  return times.map((time, index) => {
    const before = times[index - 1];
    const lines = grain === 'day' ? [day(time)] : [clock(time), day(time)];
    const isNewYear = before === undefined || year(before) !== year(time);
    return [...lines, ...(isNewYear ? [year(time)] : [])].join('\n');
  });
}
