import type { LexedText, SqlToken } from '../../lexer/token.js';
import { lexicalRules } from '../../lexer/lexical-rules.js';
import { codeUnitOffsetOfCharacter } from '../../lexer/offsets.js';
import { tokenize } from '../../lexer/lexer.js';
import { blankComments, statementTokens } from '../../lexer/statement-tokens.js';
import type { GuardOptions, GuardPass } from '../guard-outcome.js';
import { GuardRefused } from '../guard-refused.js';
import type { TokenDialect } from '../../polyglot/token-dialect.js';
import { checkBareCalls } from '../tokens/bare-call-check.js';
import { tokenProfiles } from '../tokens/profiles.js';
import { guardTokens } from '../tokens/token-guard.js';
import { adaptForParser } from '../../polyglot/parser-text.js';
import { parsePolyglot, type TreeNode } from '../../polyglot/polyglot-parser.js';
import { TreeGuard } from './tree-guard.js';

/**
 * Guards a statement of a dialect without a real grammar here: first its tokens, then an allow-listed parse tree. Both
 * must agree.
 * @throws GuardRefused for the first rule that it breaks.
 */
export async function guardPolyglot(
  sql: string,
  lexed: LexedText,
  dialect: TokenDialect,
  options: GuardOptions,
): Promise<GuardPass> {
  refuseExecutableComments(lexed.tokens, dialect);
  const tokens = statementTokens(lexed.tokens);
  const profile = tokenProfiles[dialect];
  guardTokens(tokens, profile, options);
  if (lexicalRules[dialect].backslashEscapes && sql.includes('\\')) guardOtherReading(sql, dialect, options);
  const text = blankComments(sql, lexed.tokens).slice(0, tokens.at(-1)?.end);
  const guard = new TreeGuard(dialect, profile, options);
  guard.check(await readOne(adaptForParser(text, tokens, dialect), dialect));
  const tables = guard.tables();
  checkBareCalls(tokens, tables, profile, options);
  return { allowed: true, sql: text.trimStart(), tables };
}

function refuseExecutableComments(tokens: readonly SqlToken[], dialect: TokenDialect): void {
  if (dialect !== 'mysql' && dialect !== 'mariadb') return;
  const comment = tokens.find(({ kind, text }) => kind === 'comment' && /^\/\*M?!/i.test(text));
  if (comment === undefined) return;
  throw new GuardRefused(
    'executable-comment',
    'Comments that begin with /*! are executed; leave them out.',
    comment.start,
  );
}

/**
 * A session in the mode NO_BACKSLASH_ESCAPES ends strings elsewhere. A text that can be read that way too must be
 * harmless in that reading as well; one that cannot would only be a syntax error there.
 */
function guardOtherReading(sql: string, dialect: TokenDialect, options: GuardOptions): void {
  const other = tokenize(sql, dialect, { ...lexicalRules[dialect], backslashEscapes: false });
  if (other.problem === null) guardTokens(statementTokens(other.tokens), tokenProfiles[dialect], options);
}

async function readOne(text: string, dialect: TokenDialect): Promise<TreeNode> {
  const parsed = await parsePolyglot(text, dialect);
  if ('error' in parsed) {
    if (/E_GUARD|WASM/.test(parsed.error)) {
      throw new GuardRefused('too-complex', 'The statement nests too deep, or is too large; simplify it.');
    }
    const offset = parsed.position === null ? undefined : codeUnitOffsetOfCharacter(text, parsed.position);
    throw new GuardRefused('syntax', `The statement cannot be read as ${dialect}: ${parsed.error}.`, offset);
  }
  const [first, second] = parsed.statements;
  if (first === undefined) throw new GuardRefused('empty', 'There is no SQL statement in the answer.');
  if (second !== undefined) throw new GuardRefused('several-statements', 'Write one statement; this holds several.');
  return first;
}
