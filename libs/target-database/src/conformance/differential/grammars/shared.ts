import { COMMON } from '../grammar.js';

export const cast = (value: string, type: string): string => `cast(${value} as ${type})`;
const texts = (...values: string[]): string[] => values.map((value) => `'${value}'`);
export const extended = (more: Record<string, readonly string[]>): Record<string, readonly string[]> => ({
  ...COMMON,
  ...Object.fromEntries(
    Object.entries(more).map(([kind, templates]) => [kind, [...(COMMON[kind] ?? []), ...templates]]),
  ),
});
export const of = (kind: string, ...values: string[]): { kind: string; values: string[] } => ({
  kind,
  values: texts(...values),
});

export const DAYS = ['2024-02-29', '1970-01-01', '0001-01-01', '9999-12-31', '1900-03-01'];
export const MOMENTS = [
  '2024-02-29 13:14:15.123456',
  '1969-12-31 23:59:59.999999',
  '2000-01-01 00:00:00',
  '1883-11-18 12:00:00.5',
];
export const DECIMALS = ['0.000', '-0.001', '123456789.123', '-99999999.999', '1.500'];
export const UUIDS = ['00000000-0000-0000-0000-000000000001', 'ffffffff-ffff-4fff-8fff-ffffffffffff'];
export const INFINITE = ['infinity', '-infinity'];
export const UNSIGNED = ['0', '1', '255'];
