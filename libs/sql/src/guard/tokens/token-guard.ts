import type { SqlToken } from '../../lexer/token.js';
import type { GuardOptions } from '../guard-outcome.js';
import { refuse } from '../guard-refused.js';
import type { GuardRule } from '../guard-rules.js';
import { checkCall, isSearched } from './call-check.js';
import { isArrayJoin, isComparison, isFill, isPivotClause, NamedSources } from './named-sources.js';
import { checkPivotList, checkPivotValues } from './pivot-check.js';
import { checkFileName, checkSystemName, checkTableFunction } from './source-check.js';
import { checkStart, checkToken } from './token-check.js';
import { TokenCursor } from './token-cursor.js';
import type { TokenProfile } from './token-profile.js';

interface Scope {
  startsWithWith: boolean;
  mainSeen: boolean;
  /** FROM came first, so that one SELECT may follow (DuckDB). */
  fromFirst: boolean;
  /** UNPIVOT … INTO NAME … */
  unpivots: boolean;
  /** A call whose FROM separates arguments. */
  isArguments: boolean;
  /** Commas separate tables. */
  inFrom: boolean;
  /** Open `[` and `{`. */
  brackets: number;
  /** Of the clause PIVOT or UNPIVOT: names are columns. */
  isPivot: boolean;
}

const beforeSelect = new Set(['union', 'all', 'except', 'intersect', 'minus', 'distinct']);
const afterFrom = new Set([
  'select',
  'where',
  'group',
  'having',
  'window',
  'order',
  'limit',
  'union',
  'except',
  'intersect',
  'values',
]);
const beforeTable = new Set(['from', 'join', 'in', 'table', 'pivot', 'unpivot', 'summarize', 'describe']);
/** `trim(a FROM b)`. */
const callsWithFrom = new Set(['trim', 'substring', 'overlay', 'extract', 'position']);
const writingWords = new Set(['insert', 'update', 'delete', 'merge', 'replace']);

/**
 * First layer without a real grammar: refuses everything not known as harmless.
 * @param tokens without comments
 * @returns the names in the places of tables
 */
export function guardTokens(tokens: readonly SqlToken[], profile: TokenProfile, options: GuardOptions): NamedSources {
  const named = new NamedSources();
  const cursor = new TokenCursor(tokens, profile);
  checkStart(cursor);
  profile.check?.(cursor);
  const scopes: Scope[] = [scopeAt(cursor, 0)];
  for (let index = 0; index < tokens.length; index += 1) {
    const scope = scopes.at(-1) ?? scopeAt(cursor, 0);
    checkToken(cursor, index);
    checkQualifiedName(cursor, index, scope);
    const inTablePlace = isTablePlace(cursor, index, scope);
    if (inTablePlace) checkFileName(cursor, index);
    if (inTablePlace) checkTableFunction(cursor, index);
    if (inTablePlace && !scope.isPivot) named.addTable(cursor, index);
    const text = cursor.text(index);
    if (text === '[' || text === '{') scope.brackets += 1;
    else if (text === ']' || text === '}') scope.brackets -= 1;
    if (scope.startsWithWith && !scope.mainSeen) named.addCommonTable(cursor, index);
    if (text === '(') {
      const place = { inWith: scope.startsWithWith && !scope.mainSeen, inFrom: scope.inFrom };
      const isInFrom = isTablePlace(cursor, index - 1, scope) && !cursor.isWord(index - 2, 'in');
      const isSearch = isInFrom && isSearched(cursor.name(index - 1), options);
      if (!isSearch) checkCall(cursor, index, place, options);
      if (scope.isPivot) checkPivotList(cursor, index);
      const inFrom = inTablePlace && !cursor.isWord(index - 1, 'in') && !isIndexHint(cursor, index - 1);
      const isPivot =
        isPivotClause(cursor, index - 1) || (scope.isPivot && !profile.startWords.has(cursor.word(index + 1)));
      scopes.push({ ...scopeAt(cursor, index + 1), inFrom, isPivot });
    } else if (text === ')') {
      if (scopes.length === 1) refuse('syntax', 'A closing parenthesis has no opening one.', tokens[index]);
      scopes.pop();
    } else if (cursor.isBareWord(index)) {
      checkWord(cursor, index, scope);
      if (options.allowSystemCatalogs !== true) checkSystemName(cursor, index, inTablePlace);
      if (cursor.isWord(index, 'from')) noteFrom(cursor, index, scope);
      else if (profile.arrayJoins === true && cursor.isWord(index, 'join')) scope.inFrom = !isArrayJoin(cursor, index);
      else if (afterFrom.has(cursor.word(index)) || (profile.arrayJoins === true && cursor.isWord(index, 'prewhere')))
        scope.inFrom = false;
    } else if (options.allowSystemCatalogs !== true) checkSystemName(cursor, index, inTablePlace);
  }
  if (scopes.length > 1) refuse('syntax', 'A parenthesis is never closed.', tokens.at(-1));
  return named;
}

function scopeAt(cursor: TokenCursor, first: number): Scope {
  return {
    startsWithWith: cursor.isWord(first, 'with'),
    mainSeen: false,
    fromFirst: false,
    unpivots: false,
    isArguments: callsWithFrom.has(cursor.word(first - 2)),
    inFrom: false,
    brackets: 0,
    isPivot: false,
  };
}

function noteFrom(cursor: TokenCursor, index: number, scope: Scope): void {
  if (isOtherFrom(cursor, index, scope)) return;
  scope.inFrom = true;
  scope.fromFirst = !scope.mainSeen && cursor.profile.startWords.has('from');
  scope.mainSeen = true;
}

function isOtherFrom(cursor: TokenCursor, index: number, scope: Scope): boolean {
  return scope.isArguments || isComparison(cursor, index) || isFill(cursor, index);
}

function checkWord(cursor: TokenCursor, index: number, scope: Scope): void {
  const token = cursor.token(index);
  const word = cursor.word(index);
  const { functions, grammarWords } = cursor.profile;
  const isCall = cursor.text(index + 1) === '(' && (functions.has(word) || grammarWords.has(word));
  if (word === 'select' || word === 'values') checkSelect(cursor, index, scope, word);
  if (beginsStatement(cursor, index, scope) && cursor.profile.startWords.has(word))
    checkStatementWord(cursor, index, scope);
  else checkForbidden(cursor, index, scope, isCall);
  if (word === 'for' && ['update', 'share', 'key'].includes(cursor.word(index + 1))) {
    refuse('locking', 'Locking clauses (FOR UPDATE, FOR SHARE) are not allowed; leave it out.', token);
  }
  if (word === 'lock' && cursor.isWord(index + 1, 'in'))
    refuse('locking', 'LOCK IN SHARE MODE is not allowed; leave it out.', token);
  if (word === 'value' && cursor.isWord(index + 1, 'for') && ['next', 'previous'].includes(cursor.word(index - 1))) {
    refuse('function', 'Sequences may not be advanced.', token);
  }
}

function checkForbidden(cursor: TokenCursor, index: number, scope: Scope, isCall: boolean): void {
  const word = cursor.word(index);
  const rule = cursor.profile.forbiddenWords.get(word);
  const isUnpivotInto = word === 'into' && scope.unpivots && cursor.isWord(index + 1, 'name');
  const isClause = word === 'unpivot' && ['include', 'exclude'].includes(cursor.word(index + 1));
  if (rule === undefined || isCall || isUnpivotInto || isClause) return;
  const isWriting = writingWords.has(word) && cursor.isWord(0, 'with');
  refuse(isWriting ? 'writing-cte' : rule, messageFor(rule, word), cursor.token(index));
}

function beginsStatement(cursor: TokenCursor, index: number, scope: Scope): boolean {
  const previous = cursor.text(index - 1);
  // `WITH 1 AS x SELECT`
  const isNamed = cursor.isName(index - 1) && cursor.isWord(index - 2, 'as');
  const endsWith = previous === ')' || cursor.isWord(index - 1, 'restrict') || isNamed;
  return index === 0 || previous === '(' || (endsWith && scope.startsWithWith && !scope.mainSeen);
}

/** DuckDB: PIVOT and UNPIVOT are queries; a query may follow SUMMARIZE and DESCRIBE. */
function checkStatementWord(cursor: TokenCursor, index: number, scope: Scope): void {
  const word = cursor.word(index);
  if (word === 'pivot') checkPivotValues(cursor, index);
  if (word === 'pivot' || word === 'unpivot') {
    Object.assign(scope, { mainSeen: true, inFrom: false, unpivots: word === 'unpivot' });
  }
  if (word === 'summarize' || word === 'describe') scope.fromFirst = true;
}

function messageFor(rule: GuardRule, word: string): string {
  const spoken = word.toUpperCase();
  if (rule === 'into') return `${spoken} would store the result; leave it out.`;
  if (rule === 'several-statements') return `${spoken} begins another statement, or has no place in a query.`;
  if (rule === 'locking') return `${spoken} would lock rows or tables; leave it out.`;
  if (rule === 'function') return `${spoken} has side effects and is not allowed.`;
  return `${spoken} is not allowed in a reading statement.`;
}

/** Only at the start, in brackets, after a set operator, the WITH queries, SUMMARIZE or DESCRIBE. */
function checkSelect(cursor: TokenCursor, index: number, scope: Scope, word: string): void {
  const isByName =
    cursor.isWord(index - 1, 'name') && cursor.isWord(index - 2, 'by') && beforeSelect.has(cursor.word(index - 3));
  const isLegal =
    beginsStatement(cursor, index, scope) || isByName || scope.fromFirst || beforeSelect.has(cursor.word(index - 1));
  if (!isLegal && word === 'select')
    refuse('several-statements', 'Write one statement; a second one begins here.', cursor.token(index));
  if (isLegal) Object.assign(scope, { mainSeen: true, fromFirst: false });
}

/**
 * More than three parts reach other servers, unless the last ones are fields of a value (DuckDB, outside table places).
 * In Oracle a dotted name may be a call.
 */
function checkQualifiedName(cursor: TokenCursor, index: number, scope: Scope): void {
  const token = cursor.token(index);
  if (cursor.text(index) === '.' && cursor.text(index - 1) !== '.') {
    let dots = 0;
    for (let place = index; dots <= 3 && (cursor.text(place) === '.' || cursor.isName(place)); place += 1) {
      if (cursor.text(place) === '.') dots += 1;
      else if (cursor.text(place - 1) !== '.') break;
    }
    const endsWithFields = cursor.profile.methods === true && !isTablePlace(cursor, index - 1, scope);
    if (dots > 2 && !endsWithFields)
      refuse('foreign-source', 'A name of more than three parts leads to another server.', token);
  }
  const { packages, sequenceAttributes } = cursor.profile;
  if (!cursor.isName(index)) return;
  const name = cursor.name(index);
  if (cursor.text(index - 1) === '.') {
    if (sequenceAttributes.has(name)) refuse('function', 'Sequences may not be advanced.', token);
  } else if (
    packages !== null &&
    cursor.text(index + 1) === '.' &&
    packages.test(name) &&
    !cursor.profile.functions.has(`${name}.${cursor.name(index + 2)}`)
  ) {
    refuse('function', `The package ${name} is not allowed; write the query without it.`, token);
  }
}

/** `FROM name`, `JOIN name`, `IN name`, after a comma or in brackets. */
function isTablePlace(cursor: TokenCursor, index: number, scope: Scope): boolean {
  const previous = cursor.text(index - 1);
  if (scope.inFrom && scope.brackets === 0 && (previous === ',' || previous === '(')) return true;
  if (scope.inFrom && cursor.isWord(index - 1, 'straight_join')) return true;
  if (cursor.isWord(index - 1, 'from') && isOtherFrom(cursor, index - 1, scope)) return false;
  return beforeTable.has(cursor.word(index - 1)) && !isArrayJoin(cursor, index - 1);
}

/** `USE INDEX FOR JOIN (a, b)`. */
function isIndexHint(cursor: TokenCursor, join: number): boolean {
  const words = [3, 2, 1, 0].map((back) => cursor.word(join - back)).join(' ');
  return /^(?:use|force|ignore) (?:index|key) for join$/.test(words);
}
