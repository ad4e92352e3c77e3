/** A name that an error complains about. */
export interface WrongName {
  /** The name as the error writes it, without quotes: `t.custmer_id`. */
  name: string;
  /** What it should have been; null where the error does not say. */
  kind: 'table' | 'column' | null;
}

const part = String.raw`(?:"[^"]+"|\x60[^\x60]+\x60|\[[^\]]+\]|[\p{L}_][\p{L}\p{N}_$#]*)`;
const dotted = `(${part}(?:\\.${part})*)`;

/**
 * How each engine says which name it does not know. Only the name is taken from the text; that there is a wrong name is
 * known from the code.
 */
const patterns: readonly [RegExp, WrongName['kind']][] = [
  // PostgreSQL
  [new RegExp(`column (?:reference )?${dotted} (?:does not exist|is ambiguous)`, 'iu'), 'column'],
  [new RegExp(`missing FROM-clause entry for table ${dotted}`, 'iu'), 'table'],
  [new RegExp(`invalid reference to FROM-clause entry for table ${dotted}`, 'iu'), 'table'],
  [new RegExp(`relation ${dotted} does not exist`, 'iu'), 'table'],
  // MySQL and MariaDB put the whole name into single quotes.
  [/unknown column '([^']+)'/i, 'column'],
  [/unknown table '([^']+)'/i, 'table'],
  [/table '([^']+)' doesn't exist/i, 'table'],
  [/column '([^']+)' in .* is ambiguous/i, 'column'],
  // SQL Server
  [/invalid column name '([^']+)'/i, 'column'],
  [/invalid object name '([^']+)'/i, 'table'],
  [/multi-part identifier "([^"]+)" could not be bound/i, 'column'],
  [/ambiguous column name '([^']+)'/i, 'column'],
  // SQLite
  [new RegExp(`no such column: ${dotted}`, 'iu'), 'column'],
  [new RegExp(`no such table: ${dotted}`, 'iu'), 'table'],
  [new RegExp(`ambiguous column name: ${dotted}`, 'iu'), 'column'],
  // Oracle
  [new RegExp(`${dotted}: invalid identifier`, 'iu'), 'column'],
  [new RegExp(`table or view ${dotted} does not exist`, 'iu'), 'table'],
];

/** The name that an error complains about, or null where its text names none. */
export function wrongName(message: string): WrongName | null {
  for (const [pattern, kind] of patterns) {
    const name = pattern.exec(message)?.[1];
    if (name !== undefined) return { name: name.replaceAll(/["`[\]]/g, ''), kind };
  }
  return null;
}
