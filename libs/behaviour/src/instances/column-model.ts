import type { Dialect, StatedRules, TableProfile, TableSchema } from '@assay/contracts';
import { columnKind, largestInteger, listedValues, type ColumnKind } from './column-kind.js';
import type { InstanceValue } from './instance.js';
import { oddValues } from './odd-values.js';
import { SUPPORT, type ColumnModel, type TableModel } from './table-model.js';
import { fit } from './value-fit.js';

export function columnModel(
  table: TableSchema,
  index: number,
  { profile, stated }: Pick<TableModel, 'profile' | 'stated'>,
  dialect: Dialect,
): ColumnModel {
  const column = table.columns[index] as TableSchema['columns'][number];
  const own = profile?.columns.find(({ name }) => name === column.name) ?? null;
  const values = [...(own?.frequent ?? []).map(({ value }) => value), own?.minimum ?? null, own?.maximum ?? null];
  const declared = profile?.declared.enums.find((entry) => entry.column === column.name)?.values;
  const enumeration = declared ?? listedValues(column.type);
  const isKey = table.primaryKey.includes(column.name);
  const kind = enumeration === null ? kindOf(column.type, dialect) : 'text';
  const seen = [...new Set(values.filter(isInstanceValue))];
  const hasNulls = (own?.nullShare ?? 1) > 0 || profile?.rowCount === 0 || profile?.ofFirst !== undefined;
  const model = {
    id: `${table.name}.${column.name}`.toLowerCase(),
    name: column.name,
    type: column.type,
    kind,
    nullable: column.nullable && !isKey,
    hasNulls: stated?.notNull.includes(column.name) !== true && hasNulls,
    pool: seen.length === 0 && kind === 'other' ? oddValues(column.type, dialect) : seen,
    largest: kind === 'integer' ? largestInteger(column.type, dialect) : null,
    allowed: enumeration,
    seen: profile === null || own === null ? null : valueList(profile, own, kind, isKey),
    profile: own,
  };
  const list = stated?.values.find((entry) => entry.column === column.name)?.values ?? [];
  return { ...model, seen: acceptedBy(model, list) ?? model.seen };
}

/** The documented values that the column stores unchanged. */
function acceptedBy(column: ColumnModel, stated: StatedRules['values'][number]['values']): InstanceValue[] | null {
  const values = stated.flatMap((value) => {
    const taken = fit(value, column);
    return String(taken) === String(value) && taken !== undefined ? [taken] : [];
  });
  return values.length === 0 ? null : values;
}

/** DuckDB's `bit` has any length. */
function kindOf(type: string, dialect: Dialect): ColumnKind {
  return dialect === 'duckdb' && /^bit$/i.test(type) ? 'other' : columnKind(type);
}

function valueList(
  table: TableProfile,
  column: TableProfile['columns'][number],
  kind: ColumnKind,
  isKey: boolean,
): InstanceValue[] | null {
  const isList =
    !isKey &&
    table.ofFirst === undefined &&
    column.sampled?.includes('distinct') !== true &&
    table.rowCount >= SUPPORT &&
    column.distinct > 0 &&
    column.distinct === column.frequent.length &&
    column.distinct * 5 <= table.rowCount * (1 - column.nullShare) &&
    // Numbers are measures, which take new values; text codes do not.
    typeof column.minimum === 'string' &&
    !['date', 'datetime'].includes(kind === 'text' ? (column.pattern ?? '') : kind);
  return isList ? column.frequent.map(({ value }) => value).filter(isInstanceValue) : null;
}

function isInstanceValue(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
