import pg from 'pg';
import type { AskedOutcome } from '@assay/behaviour';
import type { Cell } from '@assay/contracts';

/** Larger results are unobserved. `MOST_BYTES` counts characters, and 4 for NULL. */
const MOST_ROWS = 2000;
const MOST_BYTES = 1_000_000;

const NAMES = new Map(Object.entries(pg.types.builtins).map(([name, id]) => [Number(id), name.toLowerCase()]));
const NUMBERS = new Set(['int2', 'int4', 'float4', 'float8', 'oid']);

export const TEXTS = {
  getTypeParser: () => (text: string | Buffer) => String(text),
} as unknown as pg.CustomTypesConfig;

export function readAnswer(fetched: PromiseSettledResult<unknown>): AskedOutcome {
  if (fetched.status === 'rejected') return { kind: isDataError(fetched.reason) ? 'error' : 'unobserved' };
  const { rows, fields } = (fetched.value as pg.QueryArrayResult<(string | null)[]>[]).at(-1) ?? {
    rows: [],
    fields: [],
  };
  const bytes = rows.flat().reduce((sum, text) => sum + (text?.length ?? 4), 0);
  if (rows.length > MOST_ROWS || bytes > MOST_BYTES) return { kind: 'unobserved' };
  const types = fields.map(({ dataTypeID }) => NAMES.get(dataTypeID) ?? 'text');
  const columns = fields.map(({ name }, index) => ({ name, type: types[index] ?? 'text' }));
  const cells = rows.map((row) => row.map((text, index) => cellOf(text, types[index] ?? 'text')));
  return { kind: 'rows', result: { columns, rows: cells, truncated: false } };
}

function cellOf(text: string | null, type: string): Cell {
  if (text === null) return null;
  if (type === 'bool') return text === 't';
  const number = NUMBERS.has(type) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : text;
}

export function isTimeout(fetched: PromiseSettledResult<unknown>): boolean {
  return fetched.status === 'rejected' && codeOf(fetched.reason) === '57014';
}

/** SQLSTATE class 22 (data exception), and 21 (several rows in a scalar subquery). */
function isDataError(reason: unknown): boolean {
  return /^2[12]/.test(codeOf(reason));
}

function codeOf(reason: unknown): string {
  return String((reason as { code?: unknown }).code);
}
