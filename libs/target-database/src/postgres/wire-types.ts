import pg from 'pg';
import type { WireType } from './values.js';

const UNKNOWN: WireType = { name: 'unknown', element: 0, delimiter: ',' };

/** By OID: built-in ones static, others looked up once per pool. */
export class WireTypes {
  private readonly types = new Map<number, WireType>();

  constructor() {
    for (const [name, oid] of Object.entries(pg.types.builtins)) {
      if (typeof oid === 'number') this.types.set(oid, { name: name.toLowerCase(), element: 0, delimiter: ',' });
    }
    for (const [oid, element, name] of BUILT_IN_ARRAYS) {
      this.types.set(oid, { name: `${name}[]`, element, delimiter: ',' });
      if (!this.types.has(element)) this.types.set(element, { name, element: 0, delimiter: ',' });
    }
  }

  missing(oids: number[]): number[] {
    return [...new Set(oids)].filter((oid) => !this.types.has(oid));
  }

  learn(asked: number[], rows: (string | null)[][]): void {
    for (const oid of asked) this.types.set(oid, UNKNOWN);
    for (const [oid, name, element, delimiter] of rows) {
      this.types.set(Number(oid), { name: name ?? '', element: Number(element), delimiter: delimiter ?? ',' });
    }
  }

  missingElements(oids: number[]): number[] {
    return this.missing(oids.map((oid) => this.get(oid).element).filter((element) => element !== 0));
  }

  get(oid: number): WireType {
    return this.types.get(oid) ?? UNKNOWN;
  }
}

/** `typarray` distinguishes arrays from subscriptable types (point, name). */
export const LOOKUP_TYPES = `
  select shown.oid,
         case when element.typarray = shown.oid then element.typname || '[]'
              else coalesce(base.typname, shown.typname) end,
         case when shown.typlen = -1 and element.typarray = shown.oid then shown.typelem else 0 end,
         shown.typdelim
    from pg_catalog.pg_type as shown
    left join pg_catalog.pg_type as base on base.oid = shown.typbasetype
    left join pg_catalog.pg_type as element on element.oid = shown.typelem
   where shown.oid = any($1::pg_catalog.oid[])`;

/** Array types of `pg_type.dat`: OID, element OID, element name. */
const BUILT_IN_ARRAYS: [number, number, string][] = [
  [1000, 16, 'bool'],
  [1001, 17, 'bytea'],
  [1002, 18, 'char'],
  [1003, 19, 'name'],
  [1005, 21, 'int2'],
  [1007, 23, 'int4'],
  [1009, 25, 'text'],
  [1014, 1042, 'bpchar'],
  [1015, 1043, 'varchar'],
  [1016, 20, 'int8'],
  [1021, 700, 'float4'],
  [1022, 701, 'float8'],
  [1028, 26, 'oid'],
  [1115, 1114, 'timestamp'],
  [1182, 1082, 'date'],
  [1183, 1083, 'time'],
  [1185, 1184, 'timestamptz'],
  [1187, 1186, 'interval'],
  [1231, 1700, 'numeric'],
  [1270, 1266, 'timetz'],
  [2951, 2950, 'uuid'],
  [199, 114, 'json'],
  [3807, 3802, 'jsonb'],
];
