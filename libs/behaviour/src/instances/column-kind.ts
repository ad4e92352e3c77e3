import type { Dialect } from '@assay/contracts';

export type ColumnKind = 'integer' | 'number' | 'text' | 'boolean' | 'date' | 'datetime' | 'time' | 'uuid' | 'other';

const KINDS: [RegExp, ColumnKind][] = [
  // Nested types contain element types.
  [/^(struct|map|union|list|tuple|variant|dynamic)\b|\[\d*\]$|aggregatefunction/i, 'other'],
  // Enum types contain their values.
  [/^(enum\d*|set)\s*\(/i, 'text'],
  [/\[\]|^_|json|xml|array|range|point|geo|vector|interval|hstore|blob|bytea|binary|image|^raw/i, 'other'],
  [/^(inet|ipv[46]|cidr|macaddr8?|[ox]id|xid8|reg[a-z]+|tsquery|box|line|lseg|path|circle|varbit|pg_\w+)$/i, 'other'],
  [/^(ring|(multi)?(polygon|linestring))$/i, 'other'],
  // A single `bit` is a boolean.
  [/^bit\b.*\S$/i, 'other'],
  [/uuid|uniqueidentifier/i, 'uuid'],
  [/bool|^bit$/i, 'boolean'],
  [/timestamp|datetime|date.*time/i, 'datetime'],
  [/^date/i, 'date'],
  [/^time/i, 'time'],
  [/int|serial|^year/i, 'integer'],
  [/real|floa|doub|numeric|decimal|^dec\b|money|number/i, 'number'],
];

export function columnKind(type: string): ColumnKind {
  const known = KINDS.find(([pattern]) => pattern.test(type.trim()));
  if (known?.[1] === 'number' && /^number\s*\(\s*\d+\s*(,\s*0\s*)?\)/i.test(type)) return 'integer';
  return known?.[1] ?? 'text';
}

/** Values of `enum(…)` and `set(…)`; else null. */
export function listedValues(type: string): string[] | null {
  const [, list] = /^(?:enum\d*|set)\s*\((.*)\)$/is.exec(type.trim()) ?? [];
  const values = list?.match(/'(?:[^']|'')*'/g);
  return values?.map((value) => value.slice(1, -1).replaceAll("''", "'")) ?? null;
}

/** Null if every safe integer fits. */
export function largestInteger(type: string, dialect: Dialect): number | null {
  // SQLite integers have 64 bits.
  if (dialect === 'sqlite') return null;
  const [, bits = 64] = (dialect === 'clickhouse' && /^U?Int(8|16|32)$/.exec(type)) || [];
  if (dialect === 'clickhouse') return bits === 64 ? null : 2 ** (Number(bits) - (isUnsigned(type) ? 0 : 1)) - 1;
  if (/^tiny|^int1\b/i.test(type)) return 127;
  if (/^small|^int2/i.test(type)) return 32_767;
  if (/^medium/i.test(type)) return 8_388_607;
  return /^(int|integer|int4|serial4?)\b/i.test(type) ? 2_147_483_647 : null;
}

export function isUnsigned(type: string): boolean {
  return /^u\w*int|unsigned/i.test(type);
}

/** Characters; null if unlimited. */
export function maxLength(type: string): number | null {
  const [, length] = /(?:char[a-z ]*|^fixedstring)\(\s*(\d+)/i.exec(type) ?? [];
  return length === undefined ? null : Number(length);
}

export function precisionOf(type: string): { whole: number; scale: number } | null {
  const [, precision, scale = '0'] =
    /(?:numeric|decimal|dec|number)\s*\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)/i.exec(type) ?? [];
  return precision === undefined ? null : { whole: Number(precision) - Number(scale), scale: Number(scale) };
}
