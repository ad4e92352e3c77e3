import type { ColumnSchema, DatabaseProfile, TableProfile, TableSchema } from '@assay/contracts';

/** What is known of a column beside its declaration, in a few words each. */
export type KnownOfColumn = (table: TableSchema, column: ColumnSchema) => readonly string[];

/** Rows that a table must have before what they keep to is more than chance. */
const SUPPORT = 20;

/** Where the data keeps to more than the schema declares: never null, unique, joins that no foreign key tells of. */
export function knownOfColumns({ tables }: DatabaseProfile): KnownOfColumn {
  const known = new Map(tables.map((profile) => [nameOf(profile), notesOf(profile)]));
  return (table, column) => {
    const notes = known.get(nameOf(table))?.get(column.name);
    if (notes === undefined) return [];
    const isKey = table.primaryKey.includes(column.name);
    return notes.filter(({ isDeclared }) => !isDeclared(column, isKey)).map(({ text }) => text);
  };
}

interface Note {
  text: string;
  /** Whether the schema says as much. */
  isDeclared: (column: ColumnSchema, isKey: boolean) => boolean;
}

function notesOf({ rowCount, sampled, columns, unique, inclusions, declared }: TableProfile): Map<string, Note[]> {
  if (rowCount < SUPPORT) return new Map();
  const seen = sampled ? 'in a sample' : 'so far';
  return new Map(
    columns.map(({ name, nullShare }) => {
      const notes: Note[] = [];
      if (nullShare === 0) {
        notes.push({ text: `never null ${seen}`, isDeclared: ({ nullable }, isKey) => isKey || !nullable });
      }
      if (declared.unique.some((set) => set.join() === name)) notes.push({ text: 'unique', isDeclared: () => false });
      else if (unique.some((set) => set.join() === name)) {
        notes.push({ text: `unique ${seen}`, isDeclared: (_column, isKey) => isKey });
      }
      for (const { column, table, otherColumn } of inclusions) {
        if (column === name) notes.push({ text: `joins to ${table}.${otherColumn}`, isDeclared: () => false });
      }
      return [name, notes];
    }),
  );
}

function nameOf({ schema, name }: Pick<TableSchema, 'schema' | 'name'>): string {
  return JSON.stringify([schema, name]);
}
