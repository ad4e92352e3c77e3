import type { Cell } from '@assay/contracts';
import { bytesCell, floatCell } from '../values/cells.js';
import { losslessJson } from '../values/lossless-json.js';

/** Turns a value, as the server writes it in text format, into a cell. */
type Reader = (text: string) => Cell;

/** A type of the server: its name, and for arrays the element's. */
export interface WireType {
  name: string;
  /** OID of the element type; 0 where the type is no array. */
  element: number;
  /** What separates elements in the text form. */
  delimiter: string;
}

const asText: Reader = (text) => text;
const asNumber: Reader = (text) => floatCell(Number(text));
/** float4 and float8 write NaN, Infinity and -Infinity as Number() reads them. */
const READERS: Record<string, Reader> = {
  bool: (text) => text === 't',
  int2: asNumber,
  int4: asNumber,
  oid: asNumber,
  float4: asNumber,
  float8: asNumber,
  json: losslessJson,
  jsonb: losslessJson,
  // bytea_output is hex in our transactions, which is the cell's form already.
  bytea: (text) => (text.startsWith('\\x') ? text : bytesCell(Buffer.from(text, 'latin1'))),
};

/** The reader of a type's values; everything without a reader (bigint, numeric, dates, …) stays the server's text. */
export function readerOf(type: WireType, typeOf: (oid: number) => WireType): Reader {
  if (type.element === 0) return READERS[type.name] ?? asText;
  const element = readerOf(typeOf(type.element), typeOf);
  return (text) => readArray(text, type.delimiter, element);
}

/** A row of cells from a row of texts. */
export function readRow(row: (string | null)[], readers: Reader[]): Cell[] {
  return row.map((text, column) => (text === null ? null : (readers[column] ?? asText)(text)));
}

/** Reads `{1,NULL,{"a b"}}`; an array with bounds of its own (`[2:3]={…}`) stays text, since a list has none. */
function readArray(text: string, delimiter: string, element: Reader): Cell {
  if (!text.startsWith('{')) return text;
  let at = 1;
  const list = (): Cell[] => {
    const cells: Cell[] = [];
    while (at < text.length && text[at] !== '}') {
      if (text[at] === '{') {
        at += 1;
        cells.push(list());
      } else {
        cells.push(item());
      }
      if (text[at] === delimiter) at += 1;
    }
    at += 1;
    return cells;
  };
  const item = (): Cell => {
    if (text[at] === '"') return element(quoted());
    const from = at;
    while (at < text.length && text[at] !== delimiter && text[at] !== '}') at += 1;
    const bare = text.slice(from, at);
    return bare === 'NULL' ? null : element(bare);
  };
  const quoted = (): string => {
    let out = '';
    for (at += 1; text[at] !== '"' && at < text.length; at += 1) {
      if (text[at] === '\\') at += 1;
      out += text[at] ?? '';
    }
    at += 1;
    return out;
  };
  return list();
}
