import { keywords } from '../../canonical/keywords.js';
import { GuardRefused } from '../../guard/guard-refused.js';
import type { GuardRule } from '../../guard/guard-rules.js';
import type { StatementTokens } from '../../guard/tokens/token-profile.js';
import { functions, higherOrder } from './functions.js';

/** Refuses SETTINGS, functions that are named without a call, names with escapes, and states of aggregates in texts. */
export function checkStatement(cursor: StatementTokens): void {
  for (let index = 0; cursor.token(index) !== undefined; index += 1) {
    const { kind, text } = cursor.token(index) ?? {};
    if (kind === 'quoted' && text?.includes('\\') === true) {
      refuse(cursor, index, 'construct', 'Write names without backslashes.');
    }
    if (kind === 'string' && text !== undefined && /aggregatefunction/i.test(text)) {
      refuse(cursor, index, 'construct', 'A state of an aggregate may not be read from a text.');
    }
    if (cursor.text(index + 1) === '(') {
      if (higherOrder.has(cursor.name(index))) checkFirstArgument(cursor, index);
      checkType(cursor, index);
    }
    if (!cursor.isBareWord(index)) continue;
    if (cursor.isWord(index, 'settings')) checkSettings(cursor, index);
    if (cursor.isWord(index, 'apply')) checkApplied(cursor, index);
  }
}

function refuse(cursor: StatementTokens, index: number, rule: GuardRule, message: string): never {
  throw new GuardRefused(rule, message, cursor.token(index)?.start);
}

/** `SETTINGS name = value`, `SETTINGS name`; otherwise `settings` is a name. */
function checkSettings(cursor: StatementTokens, index: number): void {
  const isAssigned = /^(?:==?|\.)$/.test(cursor.text(index + 2));
  const isSwitchedOn = cursor.isBareWord(index + 1) && !keywords.has(cursor.word(index + 1));
  if (!cursor.isName(index + 1) || !(isAssigned || isSwitchedOn) || cursor.isWord(index - 1, 'as')) return;
  refuse(cursor, index, 'construct', 'SETTINGS would change the session; leave them out.');
}

/** `* APPLY(function)`, `* APPLY function(parameter)`. */
function checkApplied(cursor: StatementTokens, index: number): void {
  let place = index + 1;
  while (cursor.text(place) === '(') place += 1;
  if (!cursor.isName(place) || keywords.has(cursor.word(place)) || functions.has(cursor.name(place))) return;
  if (cursor.text(place + 1) === '->' || isParameters(cursor, place - 1)) return;
  const name = cursor.text(place);
  refuse(
    cursor,
    place,
    'function',
    `The function ${name} is not among the safe functions; write the query without it.`,
  );
}

/** `arrayMap(file, paths)` and `arrayMap(+file, paths)` call `file`; a lambda shows its calls. */
function checkFirstArgument(cursor: StatementTokens, index: number): void {
  const [first = [], ...others] = argumentsOf(cursor, index + 1);
  let [place = index + 2] = first;
  while (cursor.text(place) === '(' && !isParameters(cursor, place)) place += 1;
  const isLambda = isParameters(cursor, place) || (cursor.isName(place) && cursor.text(place + 1) === '->');
  const isNumber = first.length === 1 && cursor.token(place)?.kind === 'number';
  if (others.length === 0 || isLambda || isNumber) return;
  const name = cursor.text(index);
  refuse(cursor, place, 'function', `Write the function of ${name} as a lambda, such as x -> x + 1.`);
}

/** Which argument is the name of a type, from the end if negative. */
const TYPE_ARGUMENTS = new Map([
  ...['cast', 'accuratecast', 'accuratecastornull', 'accuratecastordefault', 'reinterpret'].map(
    (name) => [name, 1] as const,
  ),
  ...['jsonextract', 'jsonextractkeysandvalues'].flatMap((name) =>
    [name, `${name}caseinsensitive`].map((each) => [each, -1] as const),
  ),
]);

/** A computed or escaped type may be the state of an aggregate. */
function checkType(cursor: StatementTokens, index: number): void {
  const place = TYPE_ARGUMENTS.get(cursor.name(index));
  if (place === undefined) return;
  const given = argumentsOf(cursor, index + 1);
  if (given.length < 2) return;
  const [type, ...more] = given.at(place) ?? [];
  const isPlain = type !== undefined && more.length === 0 && cursor.token(type)?.kind === 'string';
  if (isPlain && !/\\|--|\/\*/.test(cursor.text(type))) return;
  refuse(cursor, type ?? index, 'construct', `Write the type of ${cursor.text(index)} as a plain text.`);
}

function argumentsOf(cursor: StatementTokens, open: number): number[][] {
  const found: number[][] = [[]];
  const close = cursor.closeOf(open);
  let depth = 0;
  for (let index = open + 1; index < close; index += 1) {
    const text = cursor.text(index);
    if (/^[([{]$/.test(text)) depth += 1;
    if (/^[)\]}]$/.test(text)) depth -= 1;
    if (text === ',' && depth === 0) found.push([]);
    else found.at(-1)?.push(index);
  }
  return found[0]?.length === 0 ? [] : found;
}

/** `(a, b) ->` */
function isParameters(cursor: StatementTokens, open: number): boolean {
  return cursor.text(open) === '(' && cursor.text(cursor.closeOf(open) + 1) === '->';
}
