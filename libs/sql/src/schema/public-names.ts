import type { TableSchema } from '@assay/contracts';
import { keywords } from '../canonical/keywords.js';
import { postgresFunctions } from '../guard/postgres/postgres-functions.js';
import { commonGrammarWords, commonTypes } from '../guard/tokens/token-profile.js';
import { wordSet } from '../word-set.js';
import { isSyntaxName } from './syntax-names.js';
import { identifierTerms, splitIdentifier } from './terms.js';
import { isFiller } from './value-words.js';

const further = `boolean json jsonb timestamptz timetz jsonpath ilike varying local ordinality exclude groups tablesample
  epoch century decade quarter week dow doy isodow isoyear public pg_catalog cnt num agg sub cte base tmp
  rn rnk prev pct diff running growth filtered totals stats cumulative joined params bucket previous`;
const postgresWords: ReadonlySet<string> = new Set([
  ...keywords,
  ...postgresFunctions,
  ...wordSet(commonTypes, commonGrammarWords, further),
]);

/** Names of tables and columns, their words, stems and initials (`oi` for `order_items`), and the texts' words. */
export function publicNames(tables: readonly TableSchema[], texts: readonly string[]): Set<string> {
  const names = tables.flatMap(({ schema, name, columns }) => [
    ...(schema === null ? [] : [schema]),
    name,
    ...columns.map((column) => column.name),
  ]);
  const initials = names.map((name) => splitIdentifier(name).reduce((all, word) => all + word.slice(0, 1), ''));
  const words = [...names, ...texts].flatMap((name) => [...splitIdentifier(name), ...identifierTerms(name)]);
  return new Set([...names.map((name) => name.toLowerCase()), ...words, ...initials]);
}

export type NameSet = Pick<ReadonlySet<string>, 'has'>;

/** Whether the whole name is public or a keyword, type or function of SQL. */
export function isExactName(name: string, names: NameSet): boolean {
  const lower = name.toLowerCase();
  return names.has(lower) || postgresWords.has(lower) || isSyntaxName(lower, 'postgres');
}

/**
 * Whether each part of a name in a PostgreSQL statement is public, a keyword, a word common in questions, or one of
 * up to two single characters.
 */
export function isPublicName(name: string, names: NameSet): boolean {
  if (isExactName(name, names)) return true;
  if (!/^[\p{L}\p{M}\p{N}_ ]*$/u.test(name)) return false;
  const terms = identifierTerms(name);
  const words = splitIdentifier(name);
  if (words.filter((word) => word.length === 1).length > 2) return false;
  return words.every(
    (word, index) =>
      word.length === 1 ||
      postgresWords.has(word) ||
      isFiller(word) ||
      names.has(word) ||
      names.has(terms[index] ?? ''),
  );
}
