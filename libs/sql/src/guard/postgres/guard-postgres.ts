import type { GuardOptions, GuardPass } from '../guard-outcome.js';
import { GuardRefused } from '../guard-refused.js';
import { parsePostgres, type PostgresNode } from '../../postgres/postgres-parser.js';
import { codeUnitOffset, codeUnitOffsetOfCharacter } from '../../lexer/offsets.js';
import { withoutComments } from '../../postgres/postgres-comments.js';
import { tablesOf } from '../../postgres/postgres-tables.js';
import { CatalogIndex } from './catalog-index.js';
import { ReferencedRelations } from './meant-relations.js';
import { PostgresTreeGuard } from './postgres-tree-guard.js';

/**
 * Checks the tree of PostgreSQL's own parser.
 * @throws GuardRefused for the first violated rule
 */
export async function guardPostgres(sql: string, options: GuardOptions): Promise<GuardPass> {
  const text = await withoutComments(sql);
  const statement = (await readOne(text))['stmt'] as PostgresNode;
  return { allowed: true, sql: statementText(text), ...(await checkTree(statement, text, options)) };
}

export async function checkTree(
  statement: PostgresNode,
  text: string,
  options: GuardOptions,
): Promise<Pick<GuardPass, 'tables' | 'catalogVersion'>> {
  const meant = new ReferencedRelations();
  const checks = new PostgresTreeGuard(text, options, meant).check(statement);
  await checkConditions(checks, { options, meant, judged: new Set() });
  const catalogVersion = options.catalog ? meant.version(CatalogIndex.of(options.catalog)) : null;
  return { tables: tablesOf(statement), catalogVersion };
}

interface Judging {
  options: GuardOptions;
  meant: ReferencedRelations;
  judged: Set<string>;
}

async function checkConditions(conditions: ReadonlySet<string>, judging: Judging): Promise<void> {
  const { options, meant, judged } = judging;
  for (const condition of conditions) {
    if (judged.has(condition)) continue;
    judged.add(condition);
    const text = `SELECT ${condition}`;
    const statement = (await readOne(text))['stmt'] as PostgresNode;
    try {
      await checkConditions(new PostgresTreeGuard(text, options, meant).check(statement), judging);
    } catch (error) {
      if (!(error instanceof GuardRefused)) throw error;
      throw new GuardRefused(error.rule, `A type that it casts to checks ${condition}: ${error.message}`);
    }
  }
}

export async function readOne(text: string): Promise<PostgresNode> {
  const parsed = await parsePostgres(text);
  if ('error' in parsed) {
    const { message, position } = parsed.error;
    if (message.startsWith('memory exhausted')) {
      throw new GuardRefused('too-complex', 'The statement nests too deep; simplify it.');
    }
    const offset = codeUnitOffsetOfCharacter(text, position);
    throw new GuardRefused('syntax', `PostgreSQL cannot read this: ${message}.`, offset);
  }
  const [first, second] = parsed.statements;
  if (first === undefined) throw new GuardRefused('empty', 'There is no SQL statement in the answer.');
  if (second !== undefined) {
    const offset = codeUnitOffset(text, Number(second['stmt_location'] ?? 0));
    throw new GuardRefused('several-statements', 'Write one statement; a second one begins here.', offset);
  }
  return first;
}

function statementText(text: string): string {
  return text.replace(/[;\s]+$/, '').trimStart();
}
