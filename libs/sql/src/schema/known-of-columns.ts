import type { ColumnSchema, DatabaseProfile, StatedRules, TableProfile, TableSchema } from '@assay/contracts';

/** What is known of a column beside its declaration, in a few words each. */
export type KnownOfColumn = (table: TableSchema, column: ColumnSchema) => readonly string[];

/** Rows that a table must have before what they keep to is more than chance. */
const SUPPORT = 20;

/** Characters of a list of accepted values that is shown. */
const LIST_CHARACTERS = 200;

/** By profile, which many questions share. */
const knownByProfile = new WeakMap<DatabaseProfile, KnownOfColumn>();

/**
 * Where the data keeps to more than the schema declares, as it was seen or as imported documents say: never null,
 * unique, joins that no foreign key tells of, the only values. The same function for the same profile.
 */
export function knownOfColumns(profile: DatabaseProfile): KnownOfColumn {
  const known = knownByProfile.get(profile) ?? knownOf(profile);
  knownByProfile.set(profile, known);
  return known;
}

function knownOf({ tables, stated = [] }: DatabaseProfile): KnownOfColumn {
  const observed = new Map(tables.map((profile) => [nameOf(profile), profile]));
  const said = new Map(stated.map((rules) => [nameOf(rules), rules]));
  // by the table as it is given: another question may be shown fewer of its columns
  const known = new WeakMap<TableSchema, Map<string, Note[]>>();
  return (table, column) => {
    const name = nameOf(table);
    const notes = known.get(table) ?? notesOf(table, observed.get(name), said.get(name));
    known.set(table, notes);
    const isKey = table.primaryKey.includes(column.name);
    const own = notes.get(column.name) ?? [];
    return own.filter(({ isDeclared }) => !isDeclared(column, isKey)).map(({ text }) => text);
  };
}

interface Note {
  text: string;
  /** Whether the schema says as much. */
  isDeclared: (column: ColumnSchema, isKey: boolean) => boolean;
}

function notesOf(table: TableSchema, observed?: TableProfile, stated?: StatedRules): Map<string, Note[]> {
  const seen = observed === undefined || observed.rowCount < SUPPORT ? null : observed;
  const nullShares = new Map(seen?.columns.map(({ name, nullShare }) => [name, nullShare]));
  const far = seen?.sampled === true ? 'in a sample' : 'so far';
  const isAlone = (sets: readonly string[][] | undefined, name: string): boolean =>
    sets?.some((set) => set.length === 1 && set[0] === name) ?? false;
  return new Map(
    table.columns.map(({ name }) => {
      const notes: Note[] = [];
      const isKnown = stated?.notNull.includes(name) ?? false;
      if (isKnown || nullShares.get(name) === 0) {
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
      const list = stated?.values.find(({ column }) => column === name)?.values ?? [];
      if (list.length > 0) notes.push({ text: `only ${listed(list)}`, isDeclared: () => false });
      return [name, notes];
    }),
  );
}

function listed(values: readonly (string | number | boolean)[]): string {
  const text = values.map((value) => JSON.stringify(value)).join(' or ');
  return text.length <= LIST_CHARACTERS ? text : `${values.length} values`;
}

function nameOf({ schema, name }: Pick<TableSchema, 'schema' | 'name'>): string {
  return JSON.stringify([schema, name]);
}
