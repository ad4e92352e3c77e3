import type { DatabaseSchema, TableSchema } from '@assay/contracts';
import { qualifiedName } from '../schema/qualified-name.js';
import { splitIdentifier } from '../schema/terms.js';
import { editDistance } from './edit-distance.js';

export interface NearName {
  kind: 'table' | 'column';
  /** `table` or `table.column`, qualified if there is a schema. */
  name: string;
  /** 0 to about 1. */
  likeness: number;
}

export interface NearestOptions {
  limit?: number;
  kind?: NearName['kind'] | null;
  /** Tables whose columns rank first among equals. */
  preferred?: readonly TableSchema[];
}

const LEAST_LIKENESS = 0.5;
const PREFERENCE = 0.1;

/** Best first, by edit distance and shared words (`birth_date`, `DateOfBirth`). */
export function nearestNames(schema: DatabaseSchema, wrong: string, options: NearestOptions = {}): NearName[] {
  const parts = wrong.replaceAll(/["`[\]]/g, '').split('.');
  const last = parts.at(-1) ?? '';
  const qualifier = parts.at(-2)?.toLowerCase() ?? null;
  const preferred = new Set(options.preferred ?? []);
  const names = schema.tables.flatMap((table): NearName[] => {
    const isPreferred = preferred.has(table) || table.name.toLowerCase() === qualifier;
    return namesOf(table, last, isPreferred ? PREFERENCE : 0);
  });
  return names
    .filter((name) => name.likeness >= LEAST_LIKENESS && (!options.kind || name.kind === options.kind))
    .sort((left, right) => right.likeness - left.likeness || left.name.localeCompare(right.name))
    .slice(0, options.limit ?? 3);
}

function namesOf(table: TableSchema, wrong: string, preference: number): NearName[] {
  const qualified = qualifiedName(table);
  const own: NearName = { kind: 'table', name: qualified, likeness: likenessOf(wrong, table.name) };
  const columns = table.columns.map(({ name }): NearName => {
    const likeness = likenessOf(wrong, name);
    return { kind: 'column', name: `${qualified}.${name}`, likeness: likeness === 0 ? 0 : likeness + preference };
  });
  return [own, ...columns];
}

function likenessOf(wrong: string, name: string): number {
  const longest = Math.max(wrong.length, name.length);
  const byLetters = longest === 0 ? 0 : 1 - editDistance(wrong.toLowerCase(), name.toLowerCase()) / longest;
  return Math.max(byLetters, 0.9 * sharedWords(splitIdentifier(wrong), splitIdentifier(name)));
}

function sharedWords(left: readonly string[], right: readonly string[]): number {
  const [one, other] = [new Set(left.map(singular)), new Set(right.map(singular))];
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / Math.max(one.size, other.size, 1);
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/s$/, '') : word;
}
