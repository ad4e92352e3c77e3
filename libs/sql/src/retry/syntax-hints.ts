import type { DialectFacts, DialectIdiom } from '../dialects/dialect-facts.js';
import type { RetryFailure } from './retry-failure.js';

const HINTS: readonly (readonly [RegExp, (facts: DialectFacts) => DialectIdiom])[] = [
  [/\b(?:LIMIT|TOP|OFFSET|FETCH|ROWNUM)\b/i, ({ limit }) => limit],
  [/\bNULLS?\s+(?:FIRST|LAST)\b/i, ({ nullsOrdering }) => nullsOrdering],
  [/\|\||\bCONCAT(?:_WS)?\b/i, ({ concatenation }) => concatenation],
  [/\bI?LIKE\b/i, ({ textComparison }) => textComparison],
  [
    /\b(?:NOW|GETDATE|SYSDATE|SYSDATETIME|CURRENT_TIMESTAMP|CURDATE|datetime)\b/i,
    ({ currentTimestamp }) => currentTimestamp,
  ],
  [/\b(?:IFNULL|ISNULL|NVL|COALESCE)\b/i, ({ nullHandling }) => nullHandling],
  [/\b(?:LEN|LENGTH|CHAR_LENGTH)\b/i, ({ stringLength }) => stringLength],
  [/["`[\]]/, ({ identifierQuoting }) => identifierQuoting],
];

const BEFORE = 12;
const AFTER = 20;

/** At most two idioms that the error points at; '' if none. */
export function syntaxHints({ message, error, sql }: RetryFailure, facts: DialectFacts): string {
  const position = error?.position ?? null;
  const place = position === null ? '' : sql.slice(Math.max(0, position - 1 - BEFORE), position - 1 + AFTER);
  // Message quotes only.
  const named = [
    ...message.matchAll(/(?:near|at or near|before|syntax near)\s+["'`]([^\n]{1,80}?)["'`](?=[\s.:,]|$)/gi),
  ];
  const text = [...named.map((match) => match[1] ?? ''), message.replace(/["'`]/g, ' '), place].join('\n');
  const rules = HINTS.filter(([pattern]) => pattern.test(text)).map(([, idiom]) => idiom(facts));
  if (rules.length === 0) return '';
  const lines = rules.slice(0, 2).map(({ rule, example }) => `- ${rule} Example: ${example}`);
  return `What the error points at:\n${lines.join('\n')}\n`;
}
