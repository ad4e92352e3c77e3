import type { Dialect } from '@assay/contracts';
import type { GeneralGrammar, SqlDialect } from '../../dialects/sql-dialect.js';
import type { LexedText, SqlToken } from '../../lexer/token.js';
import { codeUnitOffsetOfCharacter } from '../../lexer/offsets.js';
import { tokenize } from '../../lexer/lexer.js';
import { blankComments, statementTokens } from '../../lexer/statement-tokens.js';
import type { GuardOptions, GuardPass } from '../guard-outcome.js';
import { GuardRefused } from '../guard-refused.js';
import { checkBareCalls } from '../tokens/bare-call-check.js';
import { checkOwnFunctions } from '../tokens/own-function-check.js';
import { guardTokens } from '../tokens/token-guard.js';
import type { TokenProfile } from '../tokens/token-profile.js';
import { parsePolyglot, type TreeNode } from '../../polyglot/polyglot-parser.js';
import { checkProperties } from './property-check.js';
import { TreeGuard } from './tree-guard.js';

type GeneralDialect = Pick<SqlDialect, 'lexical' | 'names'> & { name: Dialect; grammar: GeneralGrammar };

/** Tokens, then the tree; both must pass. */
export async function guardPolyglot(
  sql: string,
  lexed: LexedText,
  { name, lexical, names, grammar }: GeneralDialect,
  options: GuardOptions,
): Promise<GuardPass> {
  refuseExecutableComments(lexed.tokens, grammar);
  const tokens = statementTokens(lexed.tokens);
  const { profile } = grammar;
  const named = guardTokens(tokens, profile, options);
  checkOwnFunctions(tokens, profile, options);
  if (lexical.backslashEscapes && lexical.quotedEscapes !== true && sql.includes('\\')) {
    const other = tokenize(sql, name, { ...lexical, backslashEscapes: false });
    guardOtherReading(other, profile, options);
  }
  const text = blankComments(sql, lexed.tokens).slice(0, tokens.at(-1)?.end);
  const guard = new TreeGuard(profile, options, names);
  const adapted = grammar.adapt?.(text, tokens) ?? text;
  const tree = await readOne(adapted, name, grammar.parser, adapted.length === text.length);
  guard.check(tree);
  if (profile.properties === true) checkProperties(tree);
  const tables = guard.tables();
  if (grammar.adapt !== undefined) {
    const read = new Set(tables.map((table) => table.toLowerCase()));
    named.check(read, guard.commonTables, names.hasDual);
  }
  checkBareCalls(tokens, tables, profile, options);
  return { allowed: true, sql: text.trimStart(), tables, catalogVersion: null };
}

function refuseExecutableComments(tokens: readonly SqlToken[], { executableComment }: GeneralGrammar): void {
  const comment = tokens.find(({ kind, text }) => kind === 'comment' && executableComment?.test(text));
  if (comment === undefined) return;
  throw new GuardRefused(
    'executable-comment',
    'Comments that begin with /*! are executed; leave them out.',
    comment.start,
  );
}

/** With NO_BACKSLASH_ESCAPES strings end elsewhere: that reading must be harmless or a syntax error. */
function guardOtherReading(other: LexedText, profile: TokenProfile, options: GuardOptions): void {
  if (other.problem === null) guardTokens(statementTokens(other.tokens), profile, options);
}

/** @param hasPlaces positions in the text are those in the user's */
async function readOne(text: string, dialect: Dialect, parser: string, hasPlaces: boolean): Promise<TreeNode> {
  const parsed = await parsePolyglot(text, parser);
  if ('error' in parsed) {
    if (/E_GUARD|WASM/.test(parsed.error)) {
      throw new GuardRefused('too-complex', 'The statement nests too deep, or is too large; simplify it.');
    }
    const { position } = parsed;
    const offset = position === null || !hasPlaces ? undefined : codeUnitOffsetOfCharacter(text, position);
    throw new GuardRefused('syntax', `The statement cannot be read as ${dialect}: ${parsed.error}.`, offset);
  }
  const [first, second] = parsed.statements;
  if (first === undefined) throw new GuardRefused('empty', 'There is no SQL statement in the answer.');
  if (second !== undefined) throw new GuardRefused('several-statements', 'Write one statement; this holds several.');
  return first;
}
