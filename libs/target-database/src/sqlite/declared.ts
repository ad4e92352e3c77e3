import { tokenize, type SqlToken } from '@assay/sql';
import { factReader, type DeclaredFact } from '../introspection/declared-facts.js';
import type { DatabaseSession } from '../session.js';
import { STORED } from './catalog.js';

/** Unique indexes without condition or expression (whose column has no name). */
const UNIQUE = `
  select null, l.name, 'unique', i.name, c.name
    from ${STORED} as l, pragma_index_list(l.name) as i, pragma_index_info(i.name) as c
   where i."unique" = 1 and i.origin <> 'pk' and i.partial = 0
     and not exists (select 1 from pragma_index_info(i.name) as other where other.name is null)
   order by l.name, i.seq, c.seqno`;

/** Checks and expressions are only in the CREATE TABLE text. */
const DEFINITIONS = `select null, l.name, 'check', l.name, l.sql from ${STORED} as l`;

export async function readDeclared(session: DatabaseSession, signal: AbortSignal): Promise<DeclaredFact[]> {
  const definitions = await factReader(DEFINITIONS)(session, signal);
  return [...(await factReader(UNIQUE)(session, signal)), ...definitions.flatMap(factsOfDefinition)];
}

function factsOfDefinition({ table, value }: DeclaredFact): DeclaredFact[] {
  const sql = value ?? '';
  const tokens = tokenize(sql, 'sqlite').tokens.filter(({ kind }) => kind !== 'comment');
  const facts: DeclaredFact[] = [];
  let [depth, column] = [0, ''];
  for (const [index, token] of tokens.entries()) {
    const word = token.text.toLowerCase();
    if (depth === 1 && (tokens[index - 1]?.text === ',' || tokens[index - 1]?.text === '(')) column = nameOf(token);
    if (depth === 1 && tokens[index + 1]?.text === '(') {
      const inner = textBetween(sql, tokens, index + 1);
      const fact = { schema: null, table, value: inner };
      if (word === 'check') facts.push({ ...fact, kind: 'check', name: `${token.start}` });
      if (word === 'as') facts.push({ ...fact, kind: 'generated', name: column });
    }
    const collation = depth === 1 && word === 'collate' ? tokens[index + 1] : undefined;
    if (collation !== undefined) {
      facts.push({ schema: null, table, kind: 'collation', name: column, value: nameOf(collation) });
    }
    if (word === '(') depth += 1;
    if (word === ')') depth -= 1;
  }
  return facts;
}

function textBetween(sql: string, tokens: readonly SqlToken[], open: number): string {
  let depth = 0;
  for (let index = open; index < tokens.length; index += 1) {
    const { text, start } = tokens[index] as SqlToken;
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (depth === 0) return sql.slice(tokens[open]?.end, start).trim();
  }
  return '';
}

function nameOf({ kind, text }: SqlToken): string {
  return kind === 'word' ? text : text.slice(1, -1);
}
