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
  /** A few words each. @param labels whether enum labels may be shown */
  ofColumn(table: TableSchema, column: ColumnSchema, labels: boolean): readonly string[];
  /** For nulls and uniqueness. */
  isChecked(table: TableSchema): boolean;
}

/** Fewer rows show it by chance. */
const SUPPORT = 20;

const LIST_CHARACTERS = 200;

const LABELLED = /\b(?:enum|set)\s*\(/i;

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
    ofColumn: (table, column, labels) => {
      const name = nameOf(table);
      const notes = known.get(table) ?? notesOf(table, observed.get(name), statedRules.get(name));
      known.set(table, notes);
      const isKey = table.primaryKey.includes(column.name);
      const own = notes.get(column.name) ?? [];
      const shown = own.filter(({ isDeclared, isLabels }) => !isDeclared(column, isKey) && (labels || !isLabels));
      return shown.map(({ text }) => text);
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
  isLabels?: true;
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
      const labels = observed?.declared.enums.find(({ column }) => column === name)?.values ?? [];
      if (list.length > 0) notes.push({ text: `only ${listed(list)}`, isDeclared: () => false });
      else if (labels.length > 0) {
        const isDeclared = (column: ColumnSchema): boolean => LABELLED.test(column.type);
        notes.push({ text: `only ${firstLabels(labels)}`, isDeclared, isLabels: true });
      }
      return [name, notes];
    }),
  );
}

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

function firstLabels(labels: readonly string[]): string {
  let shown = 0;
  for (let length = 0; shown < labels.length; shown += 1) {
    length += sqlText(labels[shown] ?? '').length + ' or '.length;
    if (length > LIST_CHARACTERS) break;
  }
  if (shown === 0) return `${labels.length} values`;
  const rest = labels.length - shown;
  return [...labels.slice(0, shown).map(sqlText), ...(rest === 0 ? [] : [`${rest} more`])].join(' or ');
}

function nameOf({ schema, name }: Pick<TableSchema, 'schema' | 'name'>): string {
  return JSON.stringify([schema, name]);
}
