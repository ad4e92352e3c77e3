import type { Dialect } from '@assay/contracts';
import type { InstanceValue } from './instance.js';

type Values = InstanceValue[] | ((dialect: Dialect, type: string) => InstanceValue[]);

const ODD: [RegExp, Values][] = [
  [/\[\d*\]$|^_|array|^list/i, lists],
  [/^(map|struct)\b/i, ['{}']],
  [/json/i, ['{}', '{"a": 1}']],
  [/xml/i, ['<a/>', '<b/>']],
  [/interval/i, ['1 day', '2 days', '1 month']],
  [/multirange/i, ['{}']],
  [/range$/i, ['empty']],
  [/^bit\b/i, bits],
  [/varbit/i, ['0', '1', '01']],
  [/^macaddr8/i, ['08:00:2b:01:02:03:04:05', '08:00:2b:01:02:03:04:06']],
  [/^macaddr/i, ['08:00:2b:01:02:03', '08:00:2b:01:02:04']],
  [/^inet/i, Array.from({ length: 24 }, (_, host) => `10.0.0.${host}`)],
  [/^cidr/i, ['10.0.0.0/8', '192.168.0.0/24']],
  [/^(oid|xid)/i, Array.from({ length: 24 }, (_, number) => number + 1)],
  [/^ts(vector|query)/i, ['a', 'b']],
  [/^point$/i, (dialect) => (dialect === 'postgres' ? ['(1,2)', '(2,1)'] : [])],
  [/^box/i, ['((0,0),(1,1))']],
  [/^line\b/i, ['{1,2,3}']],
  [/^(lseg|path)/i, ['[(0,0),(1,1)]']],
  [/^polygon$/i, (dialect) => (dialect === 'postgres' ? ['((0,0),(1,1),(1,0))'] : [])],
  [/^circle/i, ['<(0,0),1>']],
  [
    /blob|bytea|binary|image|^raw/i,
    Array.from({ length: 24 }, (_, byte) => `\\x${byte.toString(16).padStart(2, '0')}`),
  ],
];

const ODD_IN_CLICKHOUSE: [RegExp, InstanceValue[]][] = [
  [/^(?:Array|Nested)\(/, ['[]']],
  [/^Map\(/, ['{}']],
  [/^JSON\b/, ['{}', '{"a": 1}']],
  [/^IPv[46]$/, Array.from({ length: 24 }, (_, host) => `10.0.0.${host}`)],
];

/** The engine writes the type's default. */
const DEFAULT_VALUE = '\\N';

/**
 * For unknown types: texts in PostgreSQL (whose scratch database stores extension types as text) and SQLite, the type's
 * default in ClickHouse, else nothing.
 */
export function oddValues(type: string, dialect: Dialect): InstanceValue[] {
  if (dialect === 'clickhouse') {
    return ODD_IN_CLICKHOUSE.find(([pattern]) => pattern.test(type))?.[1] ?? [DEFAULT_VALUE];
  }
  const texts = dialect === 'postgres' || dialect === 'sqlite' ? ['a', 'b'] : [];
  const [, values = texts] = ODD.find(([pattern]) => pattern.test(type.trim())) ?? [];
  return typeof values === 'function' ? values(dialect, type) : values;
}

function lists(dialect: Dialect, type: string): InstanceValue[] {
  if (dialect !== 'duckdb') return ['{}'];
  const length = Number(/\[(\d+)\]$/.exec(type)?.[1] ?? 0);
  const part = /int|real|floa|doub|dec|char/i.test(type) ? '1' : 'NULL';
  return [`[${Array.from({ length }, () => part).join(', ')}]`];
}

function bits(dialect: Dialect, type: string): InstanceValue[] {
  if (dialect === 'mysql' || dialect === 'mariadb') return [0, 1];
  if (/varying/i.test(type)) return ['0', '1', '01'];
  const length = Number(/\((\d+)\)/.exec(type)?.[1] ?? 1);
  return ['0'.repeat(length), '1'.repeat(length)];
}
