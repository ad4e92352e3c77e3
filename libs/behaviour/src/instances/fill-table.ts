import type { Draw } from '../draw.js';
import type { InstanceRow, InstanceValue } from './instance.js';
import { invent } from './invent.js';
import type { Shape } from './palette.js';
import { obeysChecks, obeysKeys, repairRow, type RowRules } from './row-rules.js';
import type { ParentLink, TableModel } from './table-model.js';

export interface TableSource {
  table: TableModel;
  rows: number;
  draw: Draw;
  shape: Shape;
  palette: (column: number) => readonly InstanceValue[];
  rowsOf: (parent: TableModel) => readonly InstanceRow[];
  /** Rows drawn from the scenario; children refer to them. */
  inScenario: Set<InstanceRow>;
}

const TRIES = 12;
const FERTILE = [0.4, 0.7, 1];
/** Probabilities that a row is in the scenario, and that its cells meet their conditions. */
const [IN_SCENARIO, MEETS] = [0.5, 0.85];

/** Fewer rows if `TRIES` attempts at a row fail. */
export function fillTable(source: TableSource): InstanceRow[] {
  const { table, draw, rows } = source;
  const fertile = new Map(table.parents.map((link) => [link, parentsFor(link, source)]));
  const filled: InstanceRow[] = [];
  const rules: RowRules = { table, shape: source.shape, filled };
  for (let count = 0; count < rows; count += 1) {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const isIn = attempt < 2 && source.shape.scenario.size > 0 && (count === 0 || draw.chance(IN_SCENARIO));
      const row = drawRow({ ...source, isIn, isFirst: count === 0 }, filled, fertile, attempt);
      if (row === null) continue;
      if (!repairRow(row, rules) || !obeysKeys(row, rules) || !obeysChecks(row, rules)) continue;
      filled.push(row);
      if (isIn) source.inScenario.add(row);
      break;
    }
  }
  return draw.shuffle(filled);
}

function parentsFor(link: ParentLink, { draw, rowsOf }: TableSource): readonly InstanceRow[] {
  const rows = link.isDeferred ? [] : rowsOf(link.parent);
  const all = rows.filter((row) => link.parentColumns.every((column) => row[column] !== null));
  const share = draw.pick(FERTILE);
  return draw.shuffle(all).slice(0, Math.max(1, Math.ceil(all.length * share)));
}

interface RowSource extends TableSource {
  isIn: boolean;
  isFirst: boolean;
}

function drawRow(
  source: RowSource,
  filled: readonly InstanceRow[],
  fertile: ReadonlyMap<ParentLink, readonly InstanceRow[]>,
  attempt: number,
): InstanceRow | null {
  const { table, draw, shape, isIn, inScenario } = source;
  const row = table.columns.map((_, column) => drawCell(source, column, attempt));
  if (!isIn && filled.length > 0 && draw.chance(shape.copies)) copyInto(row, draw.pick(filled), source);
  const taken = new Set<number>();
  for (const [link, parents] of fertile) {
    if (link.isDeferred) continue;
    const mayBeNull = !isIn && link.columns.every((column) => isNullable(source, column));
    if (mayBeNull && (parents.length === 0 || draw.chance(shape.nulls))) {
      for (const column of link.columns) row[column] = null;
      continue;
    }
    if (parents.length === 0) return null;
    const alike = isIn ? parents.filter((parent) => inScenario.has(parent)) : [];
    const parent = parentAgreeing(link, alike.length > 0 ? alike : parents, row, taken, draw);
    if (parent === null) return null;
    link.columns.forEach((column, index) => {
      row[column] = asChild(parent[link.parentColumns[index] ?? -1] ?? null, table.columns[column]?.kind ?? 'text');
      taken.add(column);
    });
  }
  return row;
}

function parentAgreeing(
  { columns, parentColumns }: ParentLink,
  parents: readonly InstanceRow[],
  row: InstanceRow,
  taken: ReadonlySet<number>,
  draw: Draw,
): InstanceRow | null {
  const shared = columns.some((column) => taken.has(column));
  const agreeing = shared
    ? parents.filter((parent) =>
        columns.every((column, index) => !taken.has(column) || row[column] === parent[parentColumns[index] ?? -1]),
      )
    : parents;
  return agreeing.length === 0 ? null : draw.pick(agreeing);
}

/** SQLite may join integers to texts. */
function asChild(value: InstanceValue, kind: string): InstanceValue {
  if (value === null) return null;
  if (kind === 'text') return String(value);
  if ((kind === 'integer' || kind === 'number') && typeof value === 'string') {
    const number = Number(value);
    return value.trim() === '' || Number.isNaN(number) ? value : number;
  }
  return value;
}

function drawCell(source: RowSource, column: number, attempt: number): InstanceValue {
  const { table, draw, shape, isIn, isFirst } = source;
  const model = table.columns[column];
  if (model === undefined) return null;
  const meeting = isIn ? shape.scenario.get(model.id) : undefined;
  if (meeting !== undefined && (isFirst || draw.chance(MEETS))) return draw.pick(meeting);
  if (isNullable(source, column) && draw.chance(shape.nulls)) return null;
  const isUnique = table.keys.some((key) => key.includes(column));
  // After two failures, keys take invented values.
  if (isUnique && attempt > 1) return invent(model, draw, source.rows + attempt * 4);
  return draw.pick(source.palette(column));
}

function isNullable({ table, shape }: TableSource, column: number): boolean {
  const model = table.columns[column];
  return model !== undefined && model.nullable && (model.hasNulls || shape.breaks.has('not-null'));
}

function copyInto(row: InstanceRow, earlier: InstanceRow, { draw, shape, table }: TableSource): void {
  for (let column = 0; column < row.length; column += 1) {
    const isFocus = shape.focus.has(table.columns[column]?.id ?? '');
    if (draw.chance(isFocus ? 0.9 : 0.6)) row[column] = earlier[column] ?? null;
  }
}
