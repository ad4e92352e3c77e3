import type { Cell } from '@assay/contracts';
import { bytesCell, floatCell } from '../values/cells.js';
import { losslessJson } from '../values/lossless-json.js';

type Reader = (text: string) => Cell;

export interface WireType {
  name: string;
  /** OID of the element type; 0 for non-arrays. */
  element: number;
  delimiter: string;
}

const asText: Reader = (text) => text;
const asNumber: Reader = (text) => floatCell(Number(text));
/** float4 and float8 write NaN and Infinity as Number() reads them. */
const READERS: Record<string, Reader> = {
  bool: (text) => text === 't',
  int2: asNumber,
  int4: asNumber,
  oid: asNumber,
  float4: asNumber,
  float8: asNumber,
  json: losslessJson,
  jsonb: losslessJson,
  // bytea_output is hex in our transactions, already the cell format.
  bytea: (text) => (text.startsWith('\\x') ? text : bytesCell(Buffer.from(text, 'latin1'))),
};

/** PostgreSQL's limit. */
const MOST_DIMENSIONS = 6;

/** Types without a reader (bigint, numeric, dates, …) stay text, and so do elements that are arrays. */
export function readerOf(type: WireType, typeOf: (oid: number) => WireType, jsonAsText = false): Reader {
  const scalar = (name: string): Reader => (jsonAsText && /^jsonb?$/.test(name) ? asText : (READERS[name] ?? asText));
  if (type.element === 0) return scalar(type.name);
  const element = typeOf(type.element);
  return (text) => readArray(text, type.delimiter, element.element === 0 ? scalar(element.name) : asText);
}

export function readRow(row: (string | null)[], readers: Reader[]): Cell[] {
  return row.map((text, column) => (text === null ? null : (readers[column] ?? asText)(text)));
}

/** Parses `{1,NULL,{"a b"}}`; arrays with explicit bounds (`[2:3]={…}`) stay text. */
function readArray(text: string, delimiter: string, element: Reader): Cell {
  if (!text.startsWith('{')) return text;
  let at = 1;
  const list = (dimensions = 1): Cell[] => {
    const cells: Cell[] = [];
    while (at < text.length && text[at] !== '}') {
      if (text[at] === '{' && dimensions < MOST_DIMENSIONS) {
        at += 1;
        cells.push(list(dimensions + 1));
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
