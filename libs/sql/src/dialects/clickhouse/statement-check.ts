import { keywords } from '../../canonical/keywords.js';
import { GuardRefused } from '../../guard/guard-refused.js';
import type { GuardRule } from '../../guard/guard-rules.js';
import type { StatementTokens } from '../../guard/tokens/token-profile.js';
import { functions, higherOrder } from './functions.js';

/**
 * Refuses SETTINGS, functions that are named without a call, names with escapes, and states of aggregates in texts.
 * @throws GuardRefused
 */
export function checkStatement(cursor: StatementTokens): void {
  for (let index = 0; cursor.token(index) !== undefined; index += 1) {
    const { kind, text } = cursor.token(index) ?? {};
    if (kind === 'quoted' && text?.includes('\\') === true) {
      refuse(cursor, index, 'construct', 'Write names without backslashes.');
    }
    if (kind === 'string' && text !== undefined && /aggregatefunction\s*\(/i.test(text)) {
      refuse(cursor, index, 'construct', 'A state of an aggregate may not be read from a text.');
    }
    if (cursor.text(index + 1) === '(' && higherOrder.has(cursor.name(index))) checkFirstArgument(cursor, index);
    if (!cursor.isBareWord(index)) continue;
    if (cursor.isWord(index, 'settings')) checkSettings(cursor, index);
    if (cursor.isWord(index, 'apply')) checkApplied(cursor, index);
  }
}

function refuse(cursor: StatementTokens, index: number, rule: GuardRule, message: string): never {
  throw new GuardRefused(rule, message, cursor.token(index)?.start);
}

/** `SETTINGS name = value`; otherwise `settings` is a name. */
function checkSettings(cursor: StatementTokens, index: number): void {
  if (!cursor.isName(index + 1) || !/^(?:==?|\.)$/.test(cursor.text(index + 2))) return;
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

/** `arrayMap(file, paths)` calls `file`; a lambda shows its calls. */
function checkFirstArgument(cursor: StatementTokens, index: number): void {
  let place = index + 2;
  while (cursor.text(place) === '(') place += 1;
  const ends = /^[,)]$/.test(cursor.text(place + 1)) || cursor.isName(place + 1);
  const isOnly = place === index + 2 && cursor.text(place + 1) === ')';
  if (!cursor.isName(place) || !ends || isOnly || isParameters(cursor, place - 1)) return;
  const name = cursor.text(index);
  refuse(cursor, place, 'function', `Write the function of ${name} as a lambda, such as x -> x + 1.`);
}

/** `(a, b) ->` */
function isParameters(cursor: StatementTokens, open: number): boolean {
  return cursor.text(open) === '(' && cursor.text(cursor.closeOf(open) + 1) === '->';
}
