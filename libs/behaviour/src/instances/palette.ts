import type { Regularity } from '@assay/contracts';
import { Draw } from '../draw.js';
import { invent } from './invent.js';
import type { InstanceValue } from './instance.js';
import type { ColumnModel } from './table-model.js';
import { fit } from './value-fit.js';

export interface Shape {
  /** Columns on which candidates differ: few values, mostly constants. */
  focus: ReadonlySet<string>;
  /** Range of values outside the focus: small ranges cause ties and groups. */
  spread: number;
  copies: number;
  nulls: number;
  /** Values at and near one candidate's conditions, by column id. Some rows draw most of these columns from them. */
  scenario: ReadonlyMap<string, readonly InstanceValue[]>;
  breaks: ReadonlySet<Regularity>;
}

export interface PaletteColumn {
  column: ColumnModel;
  domain: string;
  near: readonly InstanceValue[];
  /** Spellings near a constant that the data does not contain. */
  misspelt: readonly InstanceValue[];
  pool: readonly InstanceValue[];
}

const SIZES = [1, 2, 2, 3, 3, 4, 6];

/** Few values, for ties, duplicates and groups. */
export function paletteOf(source: PaletteColumn, seed: number, ordinal: number, shape: Shape): InstanceValue[] {
  const { column, domain } = source;
  // The domain seeds the draw, so compared columns share values.
  const draw = new Draw(seed, ordinal, 'palette', domain);
  const isFocus = shape.focus.has(column.id);
  const size = isFocus ? draw.pick([2, 2, 3, 4]) : draw.pick(SIZES) + (shape.spread > 8 ? 6 : 0);
  const values: InstanceValue[] = [];
  for (let slot = 0; slot < size; slot += 1) {
    const value = drawValue(source, draw, isFocus, shape);
    if (value !== undefined && value !== null) values.push(value);
  }
  const permitted = column.seen !== null && !shape.breaks.has('value-list') ? inList(values, column.seen) : values;
  const fitting = permitted.map((value) => fit(value, column)).filter((value) => value !== undefined);
  if (fitting.length > 0) return [...new Set(fitting)];
  return [column.seen === null ? invent(column, draw, shape.spread) : draw.pick(column.seen)];
}

function inList(values: readonly InstanceValue[], list: readonly InstanceValue[]): InstanceValue[] {
  return values.filter((value) => list.includes(value));
}

function drawValue(
  { column, near: plain, misspelt, pool }: PaletteColumn,
  draw: Draw,
  isFocus: boolean,
  shape: Shape,
): InstanceValue | undefined {
  const near = shape.breaks.has('case') ? [...plain, ...misspelt] : plain;
  const usable = column.seen !== null && !shape.breaks.has('value-list') ? column.seen : pool;
  if (near.length > 0 && draw.chance(isFocus ? 0.85 : 0.6)) return draw.pick(near);
  if (usable.length > 0 && draw.chance(0.6)) return draw.pick(usable);
  return invent(column, draw, shape.spread);
}
