import {
  sqlText,
  type ColumnProfile,
  type ColumnSchema,
  type DatabaseProfile,
  type StatedRules,
  type TableProfile,
  type TableSchema,
} from '@assay/contracts';

export interface KnownData {
  /** A few words each. */
  ofColumn(table: TableSchema, column: ColumnSchema): readonly string[];
  /** For nulls and uniqueness. */
  isChecked(table: TableSchema): boolean;
}

/** Rows from which on an observation is no chance. */
const SUPPORT = 20;

const LIST_CHARACTERS = 200;

const TEXT_TYPE = /char|text|string|clob/i;

const knownByProfile = new WeakMap<DatabaseProfile, KnownData>();

/** No table was checked. */
export const NOTHING_KNOWN: KnownData = { ofColumn: () => [], isChecked: () => false };

/** Observed or documented: never null, unique, joins, the only values, numbers as text. Cached by profile. */
export function knownData(profile: DatabaseProfile): KnownData {
  const known = knownByProfile.get(profile) ?? knownOf(profile);
  knownByProfile.set(profile, known);
  return known;
}

function knownOf({ tables, stated = [] }: DatabaseProfile): KnownData {
  const observed = new Map(tables.map((profile) => [nameOf(profile), profile]));
  const statedRules = new Map(stated.map((rules) => [nameOf(rules), rules]));
  // by the given table: another question may see fewer columns
  const known = new WeakMap<TableSchema, Map<string, Note[]>>();
  return {
    ofColumn: (table, column) => {
      const name = nameOf(table);
      const notes = known.get(table) ?? notesOf(table, observed.get(name), statedRules.get(name));
      known.set(table, notes);
      const isKey = table.primaryKey.includes(column.name);
      const own = notes.get(column.name) ?? [];
      return own.filter(({ isDeclared }) => !isDeclared(column, isKey)).map(({ text }) => text);
    },
    isChecked: (table) => isSupported(observed.get(nameOf(table))),
  };
}

function isSupported(observed: TableProfile | undefined): observed is TableProfile {
  return observed !== undefined && observed.rowCount >= SUPPORT;
}

interface Note {
  text: string;
  isDeclared: (column: ColumnSchema, isKey: boolean) => boolean;
}

function notesOf(table: TableSchema, observed?: TableProfile, stated?: StatedRules): Map<string, Note[]> {
  const seen = isSupported(observed) ? observed : null;
  const profiles = new Map(seen?.columns.map((column) => [column.name, column]));
  const far = seen?.sampled === true ? 'in a sample' : 'so far';
  const isAlone = (sets: readonly string[][] | undefined, name: string): boolean =>
    sets?.some((set) => set.length === 1 && set[0] === name) ?? false;
  return new Map(
    table.columns.map(({ name, type }) => {
      const notes: Note[] = [];
      const profile = profiles.get(name);
      const isKnown = stated?.notNull.includes(name) ?? false;
      if (isKnown || profile?.nullShare === 0) {
        const text = isKnown ? 'never null' : `never null ${far}`;
        notes.push({ text, isDeclared: ({ nullable }, isKey) => isKey || !nullable });
      }
      if (isAlone(seen?.declared.unique, name)) notes.push({ text: 'unique', isDeclared: () => false });
      else if (isAlone(stated?.unique, name)) notes.push({ text: 'unique', isDeclared: (_column, isKey) => isKey });
      else if (isAlone(seen?.unique, name)) {
        notes.push({ text: `unique ${far}`, isDeclared: (_column, isKey) => isKey });
      }
      for (const { column, table: other, otherColumn } of seen?.inclusions ?? []) {
        if (column === name) notes.push({ text: `joins to ${other}.${otherColumn}`, isDeclared: () => false });
      }
      const numbers =
        profile === undefined || !TEXT_TYPE.test(type) ? null : numbersIn(profile, seen?.sampleRows !== undefined);
      if (numbers !== null) notes.push({ text: numbers, isDeclared: () => false });
      const list = stated?.values.find(({ column }) => column === name)?.values ?? [];
      if (list.length > 0) notes.push({ text: `only ${listed(list)}`, isDeclared: () => false });
      return [name, notes];
    }),
  );
}

/** For text columns with numbers; else null. */
function numbersIn({ pattern, notNumbers = [] }: ColumnProfile, isSample: boolean): string | null {
  const text = `text that holds numbers${isSample ? ' in a sample' : ''}`;
  if (pattern === 'integer' || pattern === 'decimal') return text;
  if (notNumbers.length === 0) return null;
  return `${text}, but also ${notNumbers.map(sqlText).join(', ')}`;
}

function listed(values: readonly (string | number | boolean)[]): string {
  const text = values.map((value) => JSON.stringify(value)).join(' or ');
  return text.length <= LIST_CHARACTERS ? text : `${values.length} values`;
}

function nameOf({ schema, name }: Pick<TableSchema, 'schema' | 'name'>): string {
  return JSON.stringify([schema, name]);
}
