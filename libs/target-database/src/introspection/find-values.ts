import type { Cell, FoundValue, FoundValues, RequestedValues, StatementLimits, TableSchema } from '@assay/contracts';
import { otherForms } from '@assay/sql';
import type { DatabaseDriver } from '../driver.js';
import {
  PLACES_PER_VALUE,
  PLACES_PER_WORD,
  VALUE_ROWS,
  VALUE_SCAN_ROWS,
  VALUE_TABLE_SHARE,
  WORDS_SHARE,
} from './limits.js';
import { displayName } from './relation-name.js';
import type { WithSession } from './examples.js';

const SHORTEST_PREFIX = 3;

interface Search {
  tables: TableSchema[];
  driver: DatabaseDriver;
  withSession: WithSession;
  /** In `performance.now()` time. */
  deadline: number;
  tableMs: number;
  signal: AbortSignal;
}

interface Wanted {
  value: string;
  /** Match whole values only, because plain words are prefixes of too many. */
  whole: boolean;
}

/**
 * Ignoring case: equal, other forms (number, accents, countries), prefixes; plain words whole only. Small tables first;
 * partial results at the timeout.
 */
export async function findValues(
  requested: RequestedValues,
  limits: StatementLimits,
  search: Omit<Search, 'deadline' | 'tableMs'>,
): Promise<FoundValues> {
  const asked = wantedOf(requested);
  const forms = new Map(asked.map(({ value }) => [value, otherForms(value)]));
  const known = new Set(asked.map(({ value }) => value.toLowerCase()));
  const wanted = [...asked, ...unknownForms(forms, known)];
  const tables = search.tables
    .filter((table) => table.kind !== 'foreign')
    .sort((left, right) => (left.rowEstimate ?? Infinity) - (right.rowEstimate ?? Infinity));
  const onlyWords = asked.every(({ whole }) => whole);
  const { statementTimeoutMs: timeMs } = limits;
  const deadline = performance.now() + timeMs * (onlyWords ? WORDS_SHARE : 1);
  const bounded = { ...search, tables, deadline, tableMs: timeMs * VALUE_TABLE_SHARE };
  const found: FoundValue[] = [];
  let isPartial = tables.length < search.tables.length || tables.some(mayBeLarge);
  for (const table of tables) {
    const open = wanted.filter((one) => countOf(found.filter(isEqual), one.value) < placesOf(one));
    if (open.length === 0) break;
    isPartial ||= performance.now() > bounded.deadline;
    if (performance.now() > bounded.deadline) break;
    const searched = await searchTable(table, open, bounded);
    found.push(...searched.found);
    isPartial ||= searched.isPartial;
  }
  const shown = asked.flatMap((one) => best(one.value, forms.get(one.value) ?? [], found).slice(0, placesOf(one)));
  return { found: shown, ...(isPartial && { isPartial }) };
}

/** Rows of views come from tables. */
function mayBeLarge({ kind, rowEstimate }: TableSchema): boolean {
  return kind === 'table' && (rowEstimate ?? Infinity) > VALUE_SCAN_ROWS;
}

function unknownForms(forms: ReadonlyMap<string, string[]>, known: ReadonlySet<string>): Wanted[] {
  const others = new Set([...forms.values()].flat().filter((form) => !known.has(form)));
  return [...others].map((value) => ({ value, whole: true }));
}

function wantedOf({ values, words = [] }: RequestedValues): Wanted[] {
  const wanted = new Map<string, Wanted>();
  const add = (text: string, whole: boolean): void => {
    const value = text.trim();
    if (value !== '' && !wanted.has(value)) wanted.set(value, { value, whole });
  };
  for (const value of values) add(value, false);
  const known = new Set([...wanted.keys()].map((value) => value.toLowerCase()));
  for (const word of words) if (!known.has(word.trim().toLowerCase())) add(word, true);
  return [...wanted.values()];
}

function placesOf({ whole }: Wanted): number {
  return whole ? PLACES_PER_WORD : PLACES_PER_VALUE;
}

function countOf(found: FoundValue[], value: string): number {
  return found.filter((hit) => hit.value === value).length;
}

function isEqual({ value, stored }: FoundValue): boolean {
  return stored.trimEnd().toLowerCase() === value.toLowerCase();
}

function best(value: string, forms: readonly string[], found: readonly FoundValue[]): FoundValue[] {
  const own = found.filter((hit) => hit.value === value);
  const equal = own.filter(isEqual);
  if (equal.length > 0) return equal;
  const inOtherForm = found.filter((hit) => isEqual(hit) && forms.includes(hit.value.toLowerCase()));
  return inOtherForm.length > 0 ? inOtherForm.map((hit) => ({ ...hit, value })) : own;
}

/** Prefixes also find equal values; these are searched again if that scan reaches the row limit. */
async function searchTable(table: TableSchema, wanted: Wanted[], search: Search): Promise<Scanned> {
  const columns = table.columns.filter((column) => search.driver.holdsText(column.type)).map((column) => column.name);
  if (columns.length === 0) return { found: [], isPartial: false };
  const mayBegin = ({ value, whole }: Wanted): boolean => !whole && value.length >= SHORTEST_PREFIX;
  const textsOf = (some: Wanted[]): string[] => some.map(({ value }) => value);
  const begun = await scan(table, columns, textsOf(wanted.filter(mayBegin)), true, search);
  const exact = textsOf(begun.isPartial ? wanted : wanted.filter((one) => !mayBegin(one)));
  const equal = await scan(table, columns, exact, false, search);
  const known = new Set(equal.found.map((hit) => JSON.stringify(hit)));
  const found = [...equal.found, ...begun.found.filter((hit) => !known.has(JSON.stringify(hit)))];
  return { found, isPartial: equal.isPartial };
}

interface Scanned {
  found: FoundValue[];
  /** Matches may be missing. */
  isPartial: boolean;
}

async function scan(
  table: TableSchema,
  columns: string[],
  values: string[],
  prefix: boolean,
  { driver, withSession, deadline, tableMs, signal }: Search,
): Promise<Scanned> {
  if (values.length === 0) return { found: [], isPartial: false };
  const lowered = values.map((value) => value.toLowerCase());
  const query = driver.valueQuery({ relation: table, columns, values: lowered, prefix, rows: VALUE_ROWS });
  const timeoutMs = Math.max(1, Math.round(Math.min(tableMs, deadline - performance.now())));
  const limits = { timeoutMs, maxRows: VALUE_ROWS, maxBytes: 1_000_000 };
  try {
    const rows = await withSession((session) => session.read({ ...query, ...limits }, signal), signal);
    const found = matches(rows, { table: displayName(table), columns, values, prefix });
    return { found, isPartial: rows.length >= VALUE_ROWS };
  } catch (error) {
    if (signal.aborted) throw error;
    return { found: [], isPartial: true };
  }
}

function matches(
  rows: Cell[][],
  requested: { table: string; columns: string[]; values: string[]; prefix: boolean },
): FoundValue[] {
  const found = new Map<string, FoundValue>();
  for (const row of rows) {
    requested.columns.forEach((column, index) => {
      const stored = row[index];
      if (typeof stored !== 'string') return;
      const lowered = stored.toLowerCase();
      for (const value of requested.values) {
        const wanted = value.toLowerCase();
        if (requested.prefix ? !lowered.startsWith(wanted) : lowered.trimEnd() !== wanted) continue;
        found.set(JSON.stringify([column, value, stored]), { value, table: requested.table, column, stored });
      }
    });
  }
  return [...found.values()];
}
