import { refuse } from '../guard-refused.js';
import type { TokenCursor } from './token-cursor.js';

export function checkFileName(cursor: TokenCursor, index: number): void {
  const token = cursor.token(index);
  const { fileNames } = cursor.profile;
  if (token === undefined || fileNames === undefined) return;
  const isText = token.kind === 'string' && !cursor.isWord(index - 1, 'in');
  if (!isText && !(cursor.isName(index) && fileNames.test(cursor.name(index)))) return;
  refuse('foreign-source', 'Files may not be read; name a table of the schema.', token);
}

export function checkTableFunction(cursor: TokenCursor, index: number): void {
  const { tableFunctions } = cursor.profile;
  if (tableFunctions === undefined || cursor.isWord(index - 1, 'in') || !cursor.isName(index)) return;
  let last = index;
  while (cursor.text(last + 1) === '.') last += 2;
  if (cursor.text(last + 1) !== '(' || cursor.profile.startWords.has(cursor.word(index))) return;
  if (last === index && tableFunctions.has(cursor.name(index))) return;
  const name = cursor.text(last);
  refuse('foreign-source', `The table function ${name} is not among the safe ones; name a table.`, cursor.token(index));
}

export function checkSystemName(cursor: TokenCursor, index: number, inTablePlace: boolean): void {
  const token = cursor.token(index);
  if (token === undefined || cursor.text(index - 1) === '.') return;
  const { systemSchemas, systemNames, virtualTables, stringsNameTables } = cursor.profile;
  const isName = token.kind === 'word' || token.kind === 'quoted' || (stringsNameTables && token.kind === 'string');
  if (!isName) return;
  const name = cursor.name(index);
  const isInSystemSchema = cursor.text(index + 1) === '.' && systemSchemas.has(name);
  const isSource = inTablePlace && virtualTables.has(name);
  if (isInSystemSchema || isSource || (stringsNameTables && systemNames.test(name))) {
    refuse('system-catalog', `${name} is a system catalog, which is not allowed here.`, token);
  }
}
